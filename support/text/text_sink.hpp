#pragma once

#include <functional>
#include <string_view>

namespace descent {

/// Takes a text piece by piece; throws if it fails.
using TextSink = std::function<void(std::string_view)>;

}  // namespace descent
