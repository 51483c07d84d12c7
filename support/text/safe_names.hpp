#pragma once

#include <string>
#include <string_view>

namespace descent {

/// Letters, digits, '.', '-' and '_' stay, anything else becomes '_', and a leading '.' too: a name that is
/// safe in any folder.
std::string file_name_text(std::string_view text);

/// A path as a word that a shell reads back as it is.
std::string shell_word(const std::string& text);

}  // namespace descent
