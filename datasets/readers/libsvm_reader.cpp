#include "datasets/readers/reader.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <iterator>
#include <limits>
#include <mutex>
#include <utility>

#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/label_texts.hpp"
#include "datasets/readers/libsvm_parser.hpp"
#include "datasets/readers/line_blocks.hpp"
#include "datasets/readers/stored_rows.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/process/second_thread.hpp"

namespace descent {
namespace {

/// Threads that take the next block of text each, parse it, and append its rows in the order of the blocks.
class LibsvmReader {
 public:
  LibsvmReader(const std::filesystem::path& path, const LibsvmOptions& options)
      : path_(path),
        index_base_(options.index_base),
        text_(path, options.block_bytes, options.longest_line),
        parser_(path, options.index_base),
        rows_(path, options.most_in_memory) {}

  RawSample read(std::size_t threads) && {
    std::vector<std::future<void>> others;
    while (others.size() + 1 < threads) {
      auto other = begin_beside([this] { work(); });
      if (!other) break;
      others.push_back(std::move(*other));
    }
    work();
    for (auto& other : others) other.get();
    return std::move(*this).sample();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    try {
      work(lock);
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      has_ended_ = true;
      turn_.notify_all();
      throw;
    }
  }

  void work(std::unique_lock<std::mutex>& lock) {
    TextBlock block;
    LibsvmRows rows;
    while (!has_ended_) {
      const std::uint64_t number = blocks_read_++;
      const auto wait_for_turn = [&] {
        turn_.wait(lock, [&] { return blocks_appended_ == number || has_ended_; });
        return !has_ended_;
      };
      try {
        if (!text_.next(block)) return;
      } catch (const DataError&) {
        if (wait_for_turn()) throw;  // an error in a block before is the first
        return;
      }
      lock.unlock();
      LibsvmParser parser(path_, index_base_);
      rows.clear();
      bool is_right = true;
      try {
        parser.parse(block.text(), rows);
      } catch (const DataError&) {
        is_right = false;
      }
      lock.lock();
      if (!wait_for_turn()) return;
      if (!is_right || !parser_.append(parser, rows.labels)) {  // the common parser knows the line
        rows.clear();
        parser_.parse(block.text(), rows);
      }
      append(rows);
      ++blocks_appended_;
      turn_.notify_all();
    }
  }

  void append(LibsvmRows& rows) {
    if (labels_.size() + rows.labels.size() > largest_index)
      throw DataError("{}: more rows than a 32-bit index counts", path_.string());
    if (rows.has_index_0 && !counts_from_0_) {
      counts_from_0_ = true;
      rows_.shift(1);  // rows before, whose indices were taken to count from 1
    }
    rows_.take(rows.rows, counts_from_0_ ? 0 : -1);
    labels_.insert(labels_.end(), rows.labels.begin(), rows.labels.end());
    last_index_ = std::max(last_index_, rows.last_index);
    has_query_ |= rows.has_query;
    has_unsorted_ |= rows.has_unsorted;
    underflows_ += rows.underflows;
  }

  RawSample sample() && {
    if (labels_.empty())
      throw DataError("{}: has no rows, expected lines of the form 'label index:value …'", path_.string());
    const Index base = counts_from_0_ ? 0 : 1;
    if (base == 0 && last_index_ == largest_index)
      throw DataError("{}: the largest index is {} where indices count from 0, got {}", path_.string(),
                      largest_index - 1, largest_index);
    RawSample sample{.rows = std::move(rows_).matrix(last_index_ - base + 1),
                     .labels = std::move(labels_),
                     .underflows = underflows_,
                     .words = std::move(parser_.words()),
                     .index_base = base};
    sort_words(sample);
    if (base == 0) sample.remarks.push_back("indices from 0");
    if (has_query_) sample.remarks.push_back("qid left out");
    if (has_unsorted_) sample.remarks.push_back("indices sorted");
    return sample;
  }

  static constexpr Index largest_index = std::numeric_limits<Index>::max();

  const std::filesystem::path& path_;
  std::optional<Index> index_base_;
  bool counts_from_0_ = index_base_ == 0;
  std::mutex mutex_;  // of all below
  std::condition_variable turn_;
  LineBlocks text_;
  std::uint64_t blocks_read_ = 0;
  std::uint64_t blocks_appended_ = 0;
  bool has_ended_ = false;  // by an exception
  LibsvmParser parser_;
  StoredRows rows_;
  std::vector<double> labels_;
  Index last_index_ = 0;
  bool has_query_ = false, has_unsorted_ = false;
  Offset underflows_ = 0;
};

}  // namespace

RawSample read_libsvm(const std::filesystem::path& path, const LibsvmOptions& options) {
  LibsvmOptions chosen = options;
  std::size_t threads = physical_cores().size();
  const bool is_plain = plain_name(path.native()) == path.native();
  if (const auto file = state_of(path); file && is_plain) {  // else the text's length is unknown
    chosen.block_bytes = std::min<std::size_t>(options.block_bytes, file->bytes + 16);  // little memory
    threads = std::min<std::size_t>(threads, file->bytes / chosen.block_bytes);
  }
  return LibsvmReader(path, chosen).read(options.threads.value_or(threads));
}

}  // namespace descent
