#pragma once

#include <string>

namespace descent::test {

/// Three applicants in the format of german.data: 20 attributes and the class 1 or 2.
inline const std::string first_applicant =
    "A11 6 A34 A43 1000 A65 A75 4 A93 A101 4 A121 60 A143 A152 2 A173 1 A192 A201 1\n";
inline const std::string second_applicant =
    "A12 48 A32 A410 5000 A61 A73 2 A92 A101 2 A121 20 A143 A152 1 A173 1 A191 A201 2\n";
inline const std::string third_applicant =
    "A14 12 A30 A40 2000 A61 A74 2 A95 A103 3 A124 40 A141 A151 1 A174 2 A191 A202 1\n";

}  // namespace descent::test
