#!/usr/bin/perl
# Gradient descent on the squared hinge loss with L2, an example of the protocol of docs/programs.md.
use strict;
use warnings;
use JSON::PP;

if ($ARGV[0] eq 'describe') {
  print encode_json({protocol => 1, name => 'Gradient descent in Perl', version => '1',
                     solves => [{loss => 'squared_hinge', regularizer => 'l2'}]});
  exit 0;
}

open(my $file, '<', $ARGV[1]) or die "$ARGV[1]: $!\n";
my $request = decode_json(join '', <$file>);
open(my $data, '<', $request->{data}{libsvm}) or die "no data: $!\n";
my (@labels, @rows);
my $square = 0;    # of the longest row
while (<$data>) {
  my ($label, @entries) = split;
  my @row = map { my ($column, $value) = split /:/; [$column - 1, $value] } @entries;
  my $length = 0;
  $length += $_->[1] ** 2 for @row;
  $square = $length if $length > $square;
  push @labels, $label;
  push @rows, \@row;
}

my $start = (times)[0];
my ($lambda, $m) = @$request{qw(lambda rows)};
my $step = 1 / ($lambda + 2 * $square);    # 1 / L
my @w = (0) x $request->{columns};
my ($iterations, $length) = (0, undef);
my $first;
do {
  my @gradient = map { $lambda * $_ } @w;
  for my $i (0 .. $m - 1) {
    my $margin = 0;
    $margin += $_->[1] * $w[$_->[0]] for @{$rows[$i]};
    my $missing = 1 - $labels[$i] * $margin;
    next if $missing <= 0;
    $gradient[$_->[0]] -= 2 * $missing * $labels[$i] * $_->[1] / $m for @{$rows[$i]};
  }
  $length = 0;
  $length += $_ ** 2 for @gradient;
  $first //= $length;
  $w[$_] -= $step * $gradient[$_] for 0 .. $#w;
  $iterations++;
} while (sqrt($length) > $request->{tolerance} * sqrt($first));
my $seconds = (times)[0] - $start;

open(my $weights, '>:raw', $request->{weights}) or die "no weights: $!\n";
print $weights pack('d<*', @w);
close($weights) or die "no weights: $!\n";
print encode_json({seconds => $seconds, updates => $iterations, passes => $iterations});
