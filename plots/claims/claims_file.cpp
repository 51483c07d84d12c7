// A claims file is read and checked.

#include "plots/claims/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "plots/claims/assertion_file.hpp"
#include "support/json/json_place.hpp"
#include "support/text/did_you_mean.hpp"

namespace descent {
namespace {

// No paper comes near.
constexpr std::size_t most_claims = 200;

std::vector<std::string> read_datasets(const JsonPlace& place) {
  std::vector<std::string> datasets;
  for (const JsonPlace& each : place.elements(1, most_of_a_claim)) {
    if (std::ranges::find(datasets, each.nonempty_text()) != datasets.end()) each.fail("stands twice");
    datasets.push_back(each.text());
  }
  return datasets;
}

Claim read_claim(const JsonPlace& place, const std::string& file_loss) {
  Claim claim;
  read_assertion(place, claim);
  claim.id = place.at("id").text();
  const bool plain = !claim.id.empty() && std::ranges::all_of(claim.id, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '-';
  });
  if (!plain) place.at("id").fail("must be made of letters, digits and -");
  claim.finding = place.at("finding").nonempty_text();
  claim.statement = place.at("statement").nonempty_text();
  const auto loss = place.find("loss");
  claim.loss = loss ? loss->nonempty_text() : file_loss;
  if (!claim.of_models && claim.loss.empty())
    place.fail("the key \"loss\" is missing, here or at the top of the file");
  if (!claim.of_models) claim.regularizer = place.at("regularizer").nonempty_text();
  claim.datasets = read_datasets(place.at("datasets"));
  if (const auto when = place.find("when")) claim.when = when->word("m < n", "m >= n");
  return claim;
}

/// No protocol may make two of the claim's methods the same, or leave out all that one is compared with.
void check_protocols(const JsonPlace& place, const Claim& claim, const std::vector<Protocol>& protocols) {
  for (const Protocol& protocol : protocols) {
    const std::vector<ClaimedMethod> methods = methods_of(under(protocol, claim));
    if (methods.size() == 1 && methods_of(claim).size() > 1)
      place.fail(fmt::format("the protocol \"{}\" leaves out all that {} is compared with", protocol.name,
                             methods.front().name));
    std::vector<ClaimedMethod> before;
    for (const ClaimedMethod& method : methods) {
      if (std::ranges::find(before, method) != before.end())
        place.fail(fmt::format("under the protocol \"{}\" it names {} {} twice", protocol.name, method.name,
                               method.variant));
      before.push_back(method);
    }
  }
}

/// Refuses a name that is no method's.
void check_name(const JsonPlace& place, const std::string& name, std::span<const std::string> known) {
  if (known.empty() || std::ranges::find(known, name) != known.end()) return;
  place.fail(fmt::format("no method is called \"{}\"{}; `descent list methods` names them", name,
                         did_you_mean(name, known)));
}

/// Claims that are about models alone need no λ: cross-validation chooses it.
std::vector<Reading> read_readings_for(const JsonPlace& root, const std::vector<Claim>& claims) {
  const bool has_lambda = root.find("lambda") || root.find("readings");
  if (has_lambda || !std::ranges::all_of(claims, &Claim::of_models)) return read_readings(root);
  Reading reading;
  reading.name = "λ by cross-validation";
  return {reading};
}

}  // namespace

Claims read_claims(const std::filesystem::path& path, std::span<const std::string> known_methods) {
  const Json json = read_json(path);
  const JsonPlace root(path.string(), json);
  root.allow_keys(
      {"title", "source", "loss", "readings", "lambda", "form", "l2_factor", "protocols", "claims"});
  Claims claims;
  claims.title = root.at("title").nonempty_text();
  claims.source = root.at("source").nonempty_text();
  if (const auto loss = root.find("loss")) claims.loss = loss->nonempty_text();
  claims.protocols = read_protocols(root);
  for (const Protocol& protocol : claims.protocols) {
    for (const Protocol::Replacement& each : protocol.replacements)
      check_name(root.at("protocols"), each.method.name, known_methods);
  }
  for (const JsonPlace& place : root.at("claims").elements(1, most_claims)) {
    const Claim claim = read_claim(place, claims.loss);
    if (std::ranges::find(claims.claims, claim.id, &Claim::id) != claims.claims.end())
      place.at("id").fail(fmt::format("\"{}\" stands twice", claim.id));
    if (!claim.of_models)
      for (const ClaimedMethod& method : methods_of(claim)) check_name(place, method.name, known_methods);
    check_protocols(place, claim, claims.protocols);
    claims.claims.push_back(claim);
  }
  claims.readings = read_readings_for(root, claims.claims);
  return claims;
}

}  // namespace descent
