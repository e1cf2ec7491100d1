// Command peers compares Millrace with dbt-core and SQLMesh, which `make bench-peers` installs from PyPI. All of them get
// the same models, which this program generates in the format of each, and all of them build tables in a DuckDB file.
//
// The programs take turns step by step, so that other load on the machine affects all of them. A step that takes longer
// than the limit is ended and printed as such. The program uses no network.
//
//	-sizes 100,1000   sets how many models the projects have
//	-rounds 1         measures each step once; the result is the median of the rounds
//	-limit 2m         ends a step after this time
//	-folder DIR       is where the programs are installed
//	-json FILE        writes the figures to a file
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := session{ctx: ctx, log: os.Stderr}
	sizes := []int{100, 1_000, 10_000}
	flag.Func("sizes", "comma-separated numbers of models (default 100,1000,10000)", func(text string) (err error) {
		sizes, err = readSizes(text)
		return err
	})
	flag.IntVar(&s.rounds, "rounds", 3, "measure each step this many times; projects of 10,000 models and more once")
	flag.DurationVar(&s.limit, "limit", 10*time.Minute, "end a step after this `duration`")
	folder := flag.String("folder", "build/peers", "the `folder` in which the programs are installed")
	millrace := flag.String("millrace", "bin/millrace", "the `file` of Millrace's program")
	file := flag.String("json", "", "write the figures to this `file`")
	flag.Parse()
	if s.rounds < 1 {
		return errors.New("-rounds must be at least 1")
	}
	tools, err := installed(ctx, *folder, *millrace)
	if err != nil {
		return err
	}
	s.tools = tools
	err = s.measureAll(sizes)
	s.printTable(os.Stdout)
	if *file != "" {
		err = errors.Join(err, s.writeJSON(*file))
	}
	return err
}

func readSizes(text string) ([]int, error) {
	var sizes []int
	for word := range strings.SplitSeq(text, ",") {
		size, err := strconv.Atoi(word)
		if err != nil || size < minModels || size > 100_000 {
			return nil, fmt.Errorf("%q is not a number between %d and 100000", word, minModels)
		}
		sizes = append(sizes, size)
	}
	return sizes, nil
}

// installed returns the programs to compare, with their versions.
func installed(ctx context.Context, folder, millracePath string) ([]*tool, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if millracePath, err = filepath.Abs(millracePath); err != nil {
		return nil, err
	}
	tools := []*tool{millrace(millracePath), dbt(filepath.Join(folder, "dbt")), sqlmesh(filepath.Join(folder, "sqlmesh"))}
	for _, t := range tools {
		if _, err := os.Stat(t.program); err != nil {
			return nil, fmt.Errorf("%s is not installed: %w; run make bench-peers", t.name, err)
		}
		if t.version, err = t.findVersion(ctx); err != nil {
			return nil, fmt.Errorf("the version of %s: %w", t.name, err)
		}
	}
	return tools, nil
}
