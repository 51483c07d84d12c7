#pragma once

#include <string>
#include <string_view>

namespace descent {

/// Makes a name that is safe in any folder: letters, digits, '.', '-' and '_' stay, anything else becomes
/// '_', and a leading '.' too.
std::string file_name_text(std::string_view text);

/// Quotes a path so that a shell reads it unchanged.
std::string shell_word(const std::string& text);

}  // namespace descent
