#include "support/text/foreign_text.hpp"

#include "tests/catch.hpp"

namespace descent {

TEST_CASE("what looks like an entity of HTML is shown as it is by a reader of Markdown") {
  CHECK(markdown_text("m < n") == "m < n");  // begins no tag
  CHECK(markdown_text("a &amp; b &lt; <c>") == "a &amp;amp; b &amp;lt; &lt;c>");
}

TEST_CASE("control characters are blanks in Markdown and HTML") {
  CHECK(markdown_text("a `b` \x1b\n") == "a `b`   ");
  CHECK(html_text("<a href='x'>\x07") == "&lt;a href=&#39;x&#39;&gt; ");
}

TEST_CASE("a field of a CSV file is quoted where its reader would split it") {
  CHECK(csv_field("a9a, part") == "\"a9a, part\"");
  CHECK(csv_field("say \"no\"\n") == "\"say \"\"no\"\"\n\"");
  for (const char* const plain : {"", "a9a", "-1.5e-3", "step=0.1", "=1", "'"})
    CHECK(csv_field(plain) == plain);
}

}  // namespace descent
