// From the numbers of comparisons to verdicts on them.

#include <algorithm>

#include "plots/analysis/holm.hpp"
#include "plots/claims/comparison.hpp"

namespace descent {
namespace {

/// Gives the judgements of the cells their verdicts: the one and only, or that with setup.
void decide(std::span<Comparison> cells, std::optional<Judgement> Comparison::*which) {
  std::vector<Judgement*> family;
  std::vector<double> p_values;
  for (Comparison& cell : cells) {
    std::optional<Judgement>& judgement = cell.*which;
    if (!judgement || !judgement->p) continue;
    family.push_back(&*judgement);
    p_values.push_back(judgement->p->two_sided());
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < family.size(); ++i) {
    family[i]->holm_p = adjusted[i];
    if (adjusted[i] > significance) continue;
    const bool speaks_for = family[i]->p->for_claim < family[i]->p->against_claim;
    family[i]->verdict = speaks_for ? Verdict::reproduced : Verdict::not_reproduced;
  }
}

}  // namespace

std::string_view text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::not_reproduced:
      return "not reproduced";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

double PValues::two_sided() const {
  return std::min(1.0, 2 * std::min(for_claim, against_claim));
}

void decide(std::span<Comparison> cells) {
  decide(cells, &Comparison::judgement);
  decide(cells, &Comparison::with_setup);
  for (Comparison& cell : cells) {
    if (cell.verdict() != Verdict::undecided || !cell.judgement || !cell.judgement->holm_p) continue;
    if (!cell.remark.empty() && cell.remark_explains) continue;
    if (!cell.remark.empty()) cell.remark += "; ";
    cell.remark += cell.judgement->p->two_sided() <= significance ? "may be chance among so many comparisons"
                                                                  : "may be chance";
  }
}

}  // namespace descent
