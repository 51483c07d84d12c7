// descent solve: one run of one method on one problem, from the command line.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <regex>

#include "datasets/load_dataset.hpp"
#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/run_in_parallel.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/terminal/print_error.hpp"
#include "support/text/comma_list.hpp"
#include "support/text/did_you_mean.hpp"

namespace descent {

namespace {

namespace po = boost::program_options;

std::uint64_t seed_of(const po::variables_map& values) {
  const auto seed = values["seed"].as<std::int64_t>();
  constexpr auto last = static_cast<std::int64_t>(first_tuning_seed) - 1;
  if (seed < 0 || seed > last) {
    throw ConfigError(fmt::format("--seed: must be a whole number from 0 to {}, got {}", last, seed));
  }
  return static_cast<std::uint64_t>(seed);
}

/// A setting whose option the method does not have.
[[noreturn]] void refuse_option(const std::string& option, const Method& method) {
  std::vector<std::string> known;
  for (const Option& each : method.options) known.push_back(each.name);
  throw ConfigError(
      fmt::format("--set: {} has no option \"{}\"{}; {}", method.name, option, did_you_mean(option, known),
                  known.empty() ? "it has none" : fmt::format("it has {}", fmt::join(known, ", "))));
}

/// "command line: /methods/0/batch: must be …" as "--set batch: must be …": the argument that said what
/// stands at that place of the configuration.
std::string in_arguments(const std::string& message) {
  static const std::regex place("^command line: /([a-z0-9_]+)(?:/0)?(?:/set)?(?:/([a-zA-Z_0-9.+-]+))?: ");
  std::smatch parts;
  if (!std::regex_search(message, parts, place)) return message;
  const std::string key = parts[1];
  std::string argument = "--" + key;
  if (key == "methods")
    argument = parts[2].matched && parts[2] != "name" ? fmt::format("--set {}", parts[2].str()) : "--method";
  else if (key == "datasets" || key == "lambdas")
    argument.pop_back();
  std::ranges::replace(argument, '_', key == "methods" ? '_' : '-');
  std::string rest = parts.suffix();
  const std::string c_of_configuration = R"({"C": c})";
  if (const std::size_t at = rest.find(c_of_configuration); key == "lambdas" && at != std::string::npos)
    rest.replace(at, c_of_configuration.size(), "C=c");
  return argument + ": " + rest;
}

/// "balanced", or "1=2,-1=1" as {"1": 2, "-1": 1}.
Json class_weights_of(const std::string& text) {
  if (text == "balanced") return text;
  Json weights = Json::object();
  for (const std::string& each : parts_between_commas(text)) {
    const std::size_t equals = each.find('=');
    const Json weight =
        equals == std::string::npos ? Json() : Json::parse(each.substr(equals + 1), nullptr, false);
    if (!weight.is_number())
      throw ConfigError(
          fmt::format("--class-weights: must be \"balanced\" or LABEL=WEIGHT,…, got \"{}\"", text));
    const std::string label = each.substr(0, equals);
    if (weights.contains(label))
      throw ConfigError(fmt::format("--class-weights: the label {} is given twice", label));
    weights[label] = weight;
  }
  return weights;
}

/// The method and what --set gives, as an entry of "methods". What an external program describes stands in
/// its "set".
Json method_entry_of(const po::variables_map& values) {
  const std::string name = values["method"].as<std::string>();
  const bool is_program = name == program_method;
  const auto all = methods();
  const auto known =
      std::ranges::find(all, name, &Method::name);  // what is not known is refused with the rest
  std::vector<std::string> of_every_program{"program"};
  for (const Option& option : options_of_every_program()) of_every_program.push_back(option.name);
  std::vector<std::string> settings;
  if (values.contains("set")) settings = values["set"].as<std::vector<std::string>>();
  Json method = {{"name", name}};
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw ConfigError(fmt::format("--set: must be NAME=VALUE, got \"{}\"", setting));
    const std::string option = setting.substr(0, equals);
    if (known != all.end() &&
        std::ranges::find((*known)->options, option, &Option::name) == (*known)->options.end())
      refuse_option(option, **known);
    const bool is_own = is_program && std::ranges::find(of_every_program, option) == of_every_program.end();
    Json& entry = is_own ? method["set"] : method;
    if (entry.contains(option)) throw ConfigError(fmt::format("--set: {} is given twice", option));
    const std::string text = setting.substr(equals + 1);
    // true, false and numbers are JSON; anything else is a word.
    const Json value = Json::parse(text, nullptr, false);
    const bool is_word = option == "program" || !(value.is_boolean() || value.is_number());
    entry[option] = is_word ? Json(text) : value;
  }
  if (is_program && !method.contains("program"))
    throw ConfigError("--method: program needs to know which one: --set program=PATH");
  return method;
}

/// What stands on the command line, as the configuration file that says the same.
Json as_configuration(const po::variables_map& values) {
  const std::string lambda = values["lambda"].as<std::string>();
  const bool is_c = lambda.starts_with("C=");
  const Json number = Json::parse(is_c ? lambda.substr(2) : lambda, nullptr, false);
  if (is_c && !(number.is_number() && number.get<double>() > 0)) {
    throw ConfigError(fmt::format("--lambda: C must be a number > 0, got {}", lambda.substr(2)));
  }
  Json configuration = {{"name", "solve"},
                        {"datasets", {values["dataset"].as<std::string>()}},
                        {"loss", values["loss"].as<std::string>()},
                        {"regularizer", values["regularizer"].as<std::string>()},
                        {"form", values["form"].as<std::string>()},
                        {"l2_factor", values["l2-factor"].as<double>()},
                        {"bias", values["bias"].as<double>()},
                        {"free_bias", values.contains("free-bias")},
                        {"methods", {method_entry_of(values)}},
                        {"seeds", {seed_of(values)}}};
  if (!values["epsilon"].defaulted()) configuration["epsilon"] = values["epsilon"].as<double>();
  if (values.contains("class-weights"))
    configuration["class_weights"] = class_weights_of(values["class-weights"].as<std::string>());
  if (values.contains("row-weights")) configuration["row_weights"] = values["row-weights"].as<std::string>();
  // Not braces: of a single Json, GCC makes an array and Clang a copy.
  configuration["lambdas"] = Json::array();
  configuration["lambdas"].push_back(is_c ? Json{{"C", number}}
                                          : (number.is_number() ? number : Json(lambda)));
  return configuration;
}

/// The best lower bound that is known: by a certified optimum, or by the method's own dual weights.
std::optional<double> bound_of(const ResultRow& row) {
  if (row.lower_bound && row.dual_value) return std::max(*row.lower_bound, *row.dual_value);
  return row.lower_bound ? row.lower_bound : row.dual_value;
}

std::optional<double> gap_of(const ResultRow& row) {
  const auto bound = bound_of(row);
  if (!bound) return std::nullopt;
  return *row.objective - *bound;
}

std::optional<double> relative_gap_of(const ResultRow& row) {
  const auto gap = gap_of(row);
  if (!gap || *row.objective == 0) return gap;
  return *gap / *row.objective;
}

bool is_proved(const ResultRow& row, double gap) {
  return relative_gap_of(row) && *relative_gap_of(row) <= gap;
}

/// Runs until the relative gap is proved: from the start again with twice the
/// budget until it suffices, so that what is reported is one undisturbed run. Tells of long ones.
RunRecord solve_to_gap(RunSpec spec, const Problem& problem, double columns_seconds, double gap,
                       double most_seconds) {
  const auto solver = make_solver(*spec.method, problem, spec.options, Random(spec.seed));
  if (!problem.has_lower_bound()) {
    throw ConfigError(
        fmt::format("--gap: no lower bound is known under the regularizer {}; use --cpu-seconds",
                    name_of(problem.regularizer())));
  }
  if (!solver->dual() && spec.known_optimum == nullptr) {
    throw ConfigError(
        fmt::format("--gap: {} has no dual weights to prove a gap with, and no reference optimum "
                    "is known; compute it with `descent reference`, or use --cpu-seconds",
                    spec.method->name));
  }
  for (double seconds = std::min(0.01, most_seconds);; seconds = std::min(2 * seconds, most_seconds)) {
    spec.allowance = {Axis::cpu_seconds, seconds, 2};
    RunRecord record = carry_out(spec, problem, columns_seconds, folder_of_temporary_files());
    ResultRow& last = record.rows.back();
    if (is_proved(last, gap)) last.status = "gap proved";
    if (is_proved(last, gap) || seconds >= most_seconds || last.status != run_status::budget) return record;
    if (seconds >= 1 && relative_gap_of(last)) {
      print_error("relative gap {:.1e} after {:.3g} CPU s; from the start again with {:.3g} s\n",
                  *relative_gap_of(last), last.cpu_seconds, std::min(2 * seconds, most_seconds));
    }
  }
}

Json as_json(const RunSpec& spec, const ResultRow& last) {
  const Dataset& data = *spec.dataset;
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  Json options = Json::object();
  for (const auto& [name, value] : spec.options.all()) options[name] = to_json(value);
  return {{"objective", or_null(last.objective)},
          {"lower_bound", or_null(bound_of(last))},
          {"gap", or_null(gap_of(last))},
          {"relative_gap", or_null(relative_gap_of(last))},
          {"nonzeros", or_null(last.nonzeros)},
          {"train_error", or_null(last.train_error)},
          {"test_error", or_null(last.test_error)},
          {"cpu_seconds", last.cpu_seconds},
          {"setup_seconds", last.setup_seconds},
          {"passes", last.passes},
          {"updates", last.updates},
          {"status", last.status},
          {"method", last.method},
          {"options", options},
          {"loss", last.loss},
          {"regularizer", last.regularizer},
          {"form", last.form},
          {"l2_factor", or_null(last.l2_factor)},
          {"weighting", last.weighting},
          {"lambda", last.lambda},
          {"seed", last.seed},
          {"dataset",
           {{"name", data.name},
            {"rows", data.train.rows.outer_size()},
            {"columns", data.train.rows.inner_size()},
            {"nonzeros", data.train.rows.nonzeros()},
            {"source", data.source},
            {"sha256", data.sha256},
            {"positive_label", data.classes ? Json(data.classes->positive) : Json(nullptr)},
            {"negative_label", data.classes ? Json(data.classes->negative) : Json(nullptr)}}}};
}

/// The weights as text, one a line, for other programs: numpy.loadtxt and R's scan leave out the lines with
/// #. Throws ResultFileError when the file cannot be written.
class WeightsFile {
 public:
  /// Before hours of work for a file that cannot be written.
  explicit WeightsFile(const std::string& path) : file_(path) {}

  void write(const RunSpec& spec, const RunRecord& record) {
    const Dataset& data = *spec.dataset;
    const std::vector<double>& w = record.final_weights;
    const double objective = record.rows.back().objective.value_or(std::numeric_limits<double>::quiet_NaN());
    std::string text = fmt::format("# {}, objective {:.17g}\n", spec.what(), objective);
    if (data.classes) {
      text += fmt::format("# x.w > 0: label {}, x.w < 0: label {}\n", data.classes->positive,
                          data.classes->negative);
    }
    text += fmt::format("# the weights of features 1 to {}, one a line{}\n", w.size(),
                        data.constant_feature > 0
                            ? fmt::format("; the last feature is the constant {}", data.constant_feature)
                            : "");
    for (const double w_j : w) text += fmt::format("{}\n", w_j);
    file_.write(text);
    file_.commit();
  }

 private:
  AtomicFile file_;
};

void print_for_people(const RunSpec& spec, const ResultRow& last) {
  fmt::print("{} on {} ({} x {}, {})\n", last.method, last.dataset, spec.dataset->train.rows.outer_size(),
             spec.dataset->train.rows.inner_size(), last.source);
  if (const auto& classes = spec.dataset->classes)
    fmt::print("classes      +1 is label {}, -1 is label {}\n", classes->positive, classes->negative);
  if (!last.weighting.empty()) fmt::print("weights      {}\n", last.weighting);
  fmt::print("objective    {:.12g}\n", *last.objective);
  if (bound_of(last)) {
    fmt::print("lower bound  {:.12g}  (gap {:.2e}, relative {:.2e})\n", *bound_of(last), *gap_of(last),
               *relative_gap_of(last));
  }
  fmt::print("nonzeros     {} ({:.2f} %)\n", *last.nonzeros, 100 * *last.density);
  if (spec.dataset->task == Task::classification) {
    fmt::print("errors       {:.2f} % of the training rows", 100 * last.train_error.value_or(0));
    if (last.test_error) fmt::print(", {:.2f} % of the test rows", 100 * *last.test_error);
  } else {
    fmt::print("mean sq. err {:.6g} over the training rows", last.train_error.value_or(0));
    if (last.test_error) fmt::print(", {:.6g} over the test rows", *last.test_error);
  }
  fmt::print("\nwork         {:.4g} CPU s (setup {:.4g} s), {:.4g} passes, {} updates, {}\n",
             last.cpu_seconds, last.setup_seconds, last.passes, last.updates, last.status);
}

/// What is asked for by checked arguments.
int solve(const po::variables_map& values) {
  const Config config = parse_config(as_configuration(values), "command line");
  const bool to_gap = values.contains("gap");
  const double gap = to_gap ? positive_number(values, "gap") : 0;
  const double seconds =
      values.contains("cpu-seconds") ? positive_number(values, "cpu-seconds") : (to_gap ? 600 : 4);

  std::optional<WeightsFile> out;
  if (values.contains("out")) {
    if (values["out"].as<std::string>().empty())
      throw ConfigError("--out: must be the path of a file, got \"\"");
    out.emplace(values["out"].as<std::string>());
  }
  const std::vector<Dataset> datasets{load_dataset_of(config, 0, LoadOptions())};
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  OptimumStore optima(values["references"].as<std::string>());
  optima.read(problems);
  if (needs_radius(config.methods.front())) optima.provide(problems, {.settings = {}});
  RunSpec spec = make_plan(config, datasets, TunedFile(), optima).runs.front();
  spec.allowance = {Axis::cpu_seconds, seconds, 2};
  const Problem problem = spec.problem();
  const double columns_seconds = spec.method->walks_columns ? build_columns(problem) : 0;
  const RunRecord record = to_gap ? solve_to_gap(spec, problem, columns_seconds, gap, seconds)
                                  : carry_out(spec, problem, columns_seconds, folder_of_temporary_files());
  if (out) out->write(spec, record);
  if (values.contains("json"))
    fmt::print("{}\n", as_json(spec, record.rows.back()).dump(1, ' ', false, Json::error_handler_t::replace));
  else
    print_for_people(spec, record.rows.back());
  const ResultRow& last = record.rows.back();
  if (!to_gap || is_proved(last, gap)) return 0;
  print_error("descent: no relative gap of {:g} was proved in {:.3g} CPU s ({}); the last one is {:.3g}\n",
              gap, last.cpu_seconds, last.status, relative_gap_of(last).value_or(1));
  return 1;
}

}  // namespace

int solve_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  options.add_options()("dataset", po::value<std::string>()->required()->value_name("D"),
                        "catalogue name or LIBSVM file")(
      "loss", po::value<std::string>()->default_value("hinge")->value_name("L"), "see `descent list losses`")(
      "regularizer", po::value<std::string>()->required()->value_name("R"),
      "see `descent list regularizers`")("lambda", po::value<std::string>()->default_value("1/m"),
                                         "a number, a/m, a/m^2 or C=c")(
      "form", po::value<std::string>()->default_value("mean"),
      "what lambda and the objective stand for: the mean of the losses, or their sum")(
      "l2-factor", po::value<double>()->default_value(0.5, "0.5"),
      "factor of ||w||^2 in the l2 regulariser: 0.5 or 1")(
      "epsilon", po::value<double>()->default_value(0.1, "0.1"), "of the epsilon-insensitive losses")(
      "bias", po::value<double>()->default_value(0, "0")->value_name("B"),
      "value of a constant feature to append; 0: none")("free-bias", "do not regularise its weight")(
      "class-weights", po::value<std::string>()->value_name("W"),
      "weights of the losses by class: \"balanced\", or LABEL=WEIGHT,LABEL=WEIGHT")(
      "row-weights", po::value<std::string>()->value_name("FILE"),
      "a file with the weights of the training rows' losses, one a line")(
      "method", po::value<std::string>()->required()->value_name("M"), "see `descent list methods`")(
      "set", po::value<std::vector<std::string>>()->composing()->value_name("NAME=VALUE"),
      "an option of the method")("cpu-seconds", po::value<double>()->value_name("S"),
                                 "budget; default 4, with --gap 600")(
      "gap", po::value<double>()->value_name("G"), "stop when a relative gap of G is proved")(
      "references", po::value<std::string>()->value_name("DIR")->default_value("results/references"),
      "folder of the reference optima")("out", po::value<std::string>()->value_name("WEIGHTS"),
                                        "write the weights to this file, one a line")(
      "seed", po::value<std::int64_t>()->default_value(1), "")("json", "one JSON object");
  const ParsedArguments parsed =
      parse_arguments(arguments, "solve --dataset D --regularizer R --method M [options]", options, "");
  if (parsed.helped) return 0;
  try {
    return solve(parsed.values);
  } catch (const ConfigError& error) {
    throw ConfigError(in_arguments(error.what()));
  } catch (const DataError& error) {
    throw DataError(in_arguments(error.what()));
  }
}

}  // namespace descent
