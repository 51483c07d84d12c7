#pragma once

#include <functional>
#include <string_view>

namespace descent {

/// Takes a text piece by piece; throws when it cannot.
using TextSink = std::function<void(std::string_view)>;

}  // namespace descent
