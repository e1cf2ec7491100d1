package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/projectgen"
)

// selects measures `millrace select` of one node, without a cache and with the cache that `millrace validate` writes.
func (b *bench) selects() (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	p, err := writeProject(folder, projectgen.AllSQL(1, b.nodes))
	if err != nil {
		return err
	}
	wanted := "{ name: " + p.middleNode() + " }"
	var cold, cached []float64
	for range max(b.rounds, 5) {
		if err := p.forget(); err != nil {
			return err
		}
		first, err := b.command("select", "--dir", p.folder, wanted)
		if err != nil {
			return err
		}
		if _, err := b.command("validate", p.folder); err != nil {
			return err
		}
		second, err := b.command("select", "--dir", p.folder, wanted)
		if err != nil {
			return err
		}
		cold, cached = append(cold, first.seconds), append(cached, second.seconds)
	}
	b.atMost(fmt.Sprintf("select one of %s nodes, cold", count(b.nodes)), median(cold), 0.5, inSeconds)
	b.atMost(fmt.Sprintf("select one of %s nodes, cached", count(b.nodes)), median(cached), 0.1, inSeconds)
	return nil
}

// middleNode returns the name of a SQL node.
func (p generatedProject) middleNode() string {
	var names []string
	for path := range p.generated.Files {
		if file, ok := strings.CutPrefix(path, "nodes/"); ok && strings.HasSuffix(file, ".sql") {
			_, name, _ := strings.Cut(strings.TrimSuffix(file, ".sql"), "-")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[len(names)/2]
}
