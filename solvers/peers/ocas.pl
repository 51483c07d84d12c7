#!/usr/bin/perl
# OCAS (Franc and Sonnenburg 2009) as a method of descent, by the protocol of docs/programs.md:
#
#     ocas.pl describe | ocas.pl solve REQUEST.json
#
# Runs svmocas of Debian's libocas-tools (.ci/install.sh --with-peers), which minimises |w|^2/2 + C sum_i
# max(0, 1 - y_i x_i.w), that is F/lambda, without a bias of its own, until its relative gap is the tolerance.
use strict;
use warnings;
use JSON::PP;

sub svmocas {
  open(my $pipe, '-|', 'svmocas', @_) or die "svmocas: $!; .ci/install.sh --with-peers installs it\n";
  return join '', <$pipe>;
}

if (@ARGV == 1 && $ARGV[0] eq 'describe') {
  my ($version) = svmocas('-h') =~ /\n\s*(v\S+), /;
  print encode_json({
    protocol => 1,
    name     => 'OCAS',
    version  => $version // die("svmocas -h tells no version\n"),
    solves   => [{loss => 'hinge', regularizer => 'l2', when => {method => ['ocas', 'bmrm']}}],
    options  => [{name => 'method', description => "svmocas -m: OCAS, or the standard cutting plane method",
                  default => 'ocas', choices => ['ocas', 'bmrm']}]});
  exit 0;
}
die "usage: ocas.pl describe | ocas.pl solve REQUEST.json\n" unless @ARGV == 2 && $ARGV[0] eq 'solve';

open(my $file, '<', $ARGV[1]) or die "$ARGV[1]: $!\n";
my $request = decode_json(join '', <$file>);
my $words = svmocas(
  '-c', $request->{C}, '-r', $request->{tolerance}, '-m', $request->{options}{method} eq 'ocas' ? 1 : 0,
  '-t', $request->{time_limit}, $request->{data}{libsvm}, 'model');

# The weights, then a bias of 0; the file has only as many columns as the data really has.
open(my $model, '<', 'model') or die "svmocas has written no model: $words\n";
my @w = <$model>;
pop @w;
push @w, 0 while @w < $request->{columns};
open(my $weights, '>:raw', $request->{weights}) or die "$request->{weights}: $!\n";
print $weights pack('d<*', @w);
close($weights) or die "$request->{weights}: $!\n";

my ($seconds) = $words =~ /ocas_time\s*:\s*([\d.]+)/ or die "svmocas tells no time: $words\n";
my $iterations = () = $words =~ /^\s*\d+: tim=/mg;
my (undef, undef, $user, $system) = times;    # of svmocas: its own seconds are those of the wall
my $used = $user + $system;
print encode_json({seconds => 0 + ($seconds < $used ? $seconds : $used), updates => $iterations,
                   passes => 2 * $iterations, status => $words =~ /TolRel/ && $words =~ /satisfied/ ? 'converged' : 'limit'});
