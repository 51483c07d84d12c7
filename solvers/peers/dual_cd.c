/* A program in plain C as a method of descent, to copy from. It follows the protocol of docs/programs.md:
 *
 *     dual_cd describe | dual_cd solve REQUEST.json
 *
 * Built with descent as build/peers/dual_cd, or by   cc -O3 -o dual_cd dual_cd.c
 *
 *     min_w  F(w) = lambda |w|^2/2 + (1/m) sum_i max(0, 1 - y_i x_i.w)
 *
 * by cyclic coordinate steps in its dual, alpha_i in [0, C] and w = sum_i alpha_i y_i x_i (Hsieh et al. 2008,
 * Algorithm 1 without permutation), until no projected gradient of a pass is larger than the tolerance.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void fail(const char *reason) {
  fprintf(stderr, "dual_cd: %s\n", reason);
  exit(1);
}

/* The text after "key": behind `from`. Only descent writes requests, and they have no other spaces. */
static const char *value_of(const char *from, const char *key) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\": ", key);
  const char *found = strstr(from, quoted);
  if (found == NULL) fail(key);
  return found + strlen(quoted);
}

static double number(const char *from, const char *key) { return strtod(value_of(from, key), NULL); }

static void path_of(const char *from, const char *key, char *path, size_t size) {
  const char *begin = value_of(from, key) + 1;
  snprintf(path, size, "%.*s", (int)strcspn(begin, "\""), begin);
}

/* Reads an array of the binary file; "csr" has its place. */
static void *array(FILE *file, const char *csr, const char *name, size_t size) {
  const char *about = value_of(csr, name);
  const size_t count = (size_t)number(about, "count");
  void *all = malloc(count * size + 1);
  if (all == NULL || fseek(file, (long)number(about, "offset"), SEEK_SET) != 0 || fread(all, size, count, file) != count)
    fail(name);
  return all;
}

static void describe(void) {
  puts("{\"protocol\": 1, \"name\": \"Dual CD in C\", \"version\": \"1\",\n"
       " \"solves\": [{\"loss\": \"hinge\", \"regularizer\": \"l2\"}],\n"
       " \"options\": [{\"name\": \"max_passes\", \"description\": \"passes over the rows at most\", \"default\": 1000000,\n"
       "               \"minimum\": 1, \"integer\": true}]}");
}

static void solve(const char *request_file) {
  static char request[1 << 16];
  char path[4096];
  FILE *file = fopen(request_file, "rb");
  if (file == NULL || fread(request, 1, sizeof request - 1, file) == 0) fail("no request");
  fclose(file);
  const char *csr = value_of(request, "csr");
  path_of(csr, "path", path, sizeof path);
  if ((file = fopen(path, "rb")) == NULL) fail("no data");
  double *y = array(file, csr, "labels", sizeof *y);
  int64_t *starts = array(file, csr, "starts", sizeof *starts);
  int32_t *j = array(file, csr, "indices", sizeof *j);
  double *x = array(file, csr, "values", sizeof *x);
  fclose(file);
  const size_t m = (size_t)number(request, "rows"), n = (size_t)number(request, "columns");
  const double c = number(request, "C"), tolerance = number(request, "tolerance");
  const double time_limit = number(request, "time_limit"), max_passes = number(request, "max_passes");
  double *w = calloc(n, sizeof *w), *alpha = calloc(m, sizeof *alpha), *square = calloc(m, sizeof *square);
  if (w == NULL || alpha == NULL || square == NULL) fail("out of memory");

  const clock_t start = clock();
  for (size_t i = 0; i < m; ++i)
    for (int64_t k = starts[i]; k < starts[i + 1]; ++k) square[i] += x[k] * x[k];
  double passes = 0, seconds = 0, largest = tolerance + 1;
  while (largest > tolerance && passes < max_passes && seconds < time_limit) {
    largest = 0;
    for (size_t i = 0; i < m; ++i) {
      if (square[i] == 0) continue;
      double margin = 0;
      for (int64_t k = starts[i]; k < starts[i + 1]; ++k) margin += x[k] * w[j[k]];
      const double gradient = y[i] * margin - 1, before = alpha[i];
      const double step = before - gradient / square[i];
      alpha[i] = step < 0 ? 0 : step > c ? c : step;
      if (alpha[i] == before) continue;
      if (fabs(gradient) > largest) largest = fabs(gradient);
      const double change = (alpha[i] - before) * y[i];
      for (int64_t k = starts[i]; k < starts[i + 1]; ++k) w[j[k]] += change * x[k];
    }
    ++passes;
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  }

  path_of(request, "weights", path, sizeof path);
  if ((file = fopen(path, "wb")) == NULL || fwrite(w, sizeof *w, n, file) != n || fclose(file) != 0)
    fail("weights cannot be written");
  printf("{\"seconds\": %.6f, \"passes\": %.0f, \"updates\": %.0f, \"status\": \"%s\"}\n", seconds, passes,
         passes * (double)m, largest > tolerance ? "limit" : "converged");
  free(y);
  free(starts);
  free(j);
  free(x);
  free(w);
  free(alpha);
  free(square);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "describe") == 0) describe();
  else if (argc == 3 && strcmp(argv[1], "solve") == 0) solve(argv[2]);
  else fail("usage: dual_cd describe | dual_cd solve REQUEST.json");
  return 0;
}
