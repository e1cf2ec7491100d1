// Command bench measures the budgets of docs/2-performance.md. It compares two sides in one run and prints ratios,
// because absolute times depend on the machine. It starts the real platform on loopback, loads it for a bounded time
// and stops by itself.
//
//	-only tables   measures the parts whose names match
//	-scale 0.1     sets the scales of the warehouse
//	-nodes 1000    sets how many nodes the project of the plan part has
//	-profile FILE  writes a CPU profile
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

func main() {
	duckdbprocess.RunAsChild()
	if os.Getenv(asCommand) != "" {
		os.Exit(runCommand())
	}
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure() error {
	b := bench{ctx: context.Background(), out: os.Stdout, only: regexp.MustCompile("")}
	flag.DurationVar(&b.load, "for", 2*time.Second, "load each side of a comparison for this `duration` in each round")
	flag.IntVar(&b.rounds, "rounds", 3, "measure at least this many rounds; the result is a median or a mean over the rounds")
	flag.Func("only", "measure only the parts whose names match this regular `expression` (default all)", func(text string) (err error) {
		b.only, err = regexp.Compile(text)
		return err
	})
	b.scales = []float64{0.1, 1}
	flag.Func("scale", "comma-separated `scales` of the warehouse; scale 1 has six million line items (default 0.1,1)", func(text string) (err error) {
		b.scales, err = readScales(text)
		return err
	})
	flag.IntVar(&b.nodes, "nodes", 10_000, "number of nodes in the project of the plan part")
	profile := flag.String("profile", "", "write a CPU profile to this `file`")
	flag.Parse()
	if *profile == "" {
		return b.run()
	}
	return profiled(*profile, b.run)
}

// profiled calls a function and writes a CPU profile of it to a file.
func profiled(path string, do func() error) (err error) {
	file, err := os.Create(path)
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
