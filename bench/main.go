// Command bench measures the goals of docs/2-performance.md. Where it can, it compares two sides in one run and prints
// ratios, because absolute times depend on the machine. It starts the real platform on loopback, loads it for a bounded
// time and stops by itself.
//
//	-only tables   measures the parts whose names match
//	-scale 0.1     sets the scales of the warehouse
//	-nodes 500     sets the size of the large project, and with it the number of tables, runs and schedules
//	-json FILE     writes the figures to a file
//	-profile FILE  writes a CPU profile, and those of the platform's processes to FILE.ID
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

func main() {
	duckdbprocess.RunAsChild()
	if code, ok := runAsChild(); ok {
		os.Exit(code)
	}
	os.Exit(exitCode(measure()))
}

// exitCode prints an error and returns the exit code of the program.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "bench:", err)
	return 1
}

func measure() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // ends the child processes too
	defer stop()
	b := bench{ctx: ctx, out: os.Stdout, only: regexp.MustCompile(""), scales: []float64{0.1, 1}}
	flag.DurationVar(&b.load, "for", 2*time.Second, "load each side of a comparison for this `duration` in each round")
	flag.IntVar(&b.rounds, "rounds", 3, "measure at least this many rounds; the result is a median or a mean over the rounds")
	flag.Func("only", "measure only the parts whose names match this regular `expression` (default all)", func(text string) (err error) {
		b.only, err = regexp.Compile(text)
		return err
	})
	flag.Func("scale", "comma-separated `scales` of the warehouse; scale 1 has six million line items (default 0.1,1)", func(text string) (err error) {
		b.scales, err = readScales(text)
		return err
	})
	flag.IntVar(&b.nodes, "nodes", 10_000, "nodes of the large project, and schedules; a tenth of it are the tables and the runs")
	file := flag.String("json", "", "write the figures to this `file`")
	profile := flag.String("profile", "", "write a CPU profile to this `file`, and those of the platform's processes beside it")
	flag.Parse()
	if b.nodes < 100 || b.rounds < 1 {
		return errors.New("-nodes must be at least 100, and -rounds at least 1")
	}
	if *profile != "" {
		if err := os.Setenv(childProfile, *profile); err != nil {
			return err
		}
	}
	err := profiled(*profile, b.run)
	if *file != "" {
		err = errors.Join(err, b.writeJSON(*file))
	}
	return err
}

// profiled calls a function and writes a CPU profile of it to a file, if it is named.
func profiled(path string, do func() error) (err error) {
	if path == "" {
		return do()
	}
	file, err := os.Create(path) //nolint:gosec // the user of the benchmark names it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return do()
}

func readScales(text string) ([]float64, error) {
	var scales []float64
	for word := range strings.SplitSeq(text, ",") {
		scale, err := strconv.ParseFloat(word, 64)
		if err != nil || scale < 0.01 || scale > 100 {
			return nil, fmt.Errorf("%q is not a number between 0.01 and 100", word)
		}
		scales = append(scales, scale)
	}
	return scales, nil
}
