package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

// edits measures how long a loaded project takes to compile one edited node. Each edit changes what its node does.
func (b *bench) edits() (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	p, err := writeProject(folder, projectgen.Typical(1, b.nodes))
	if err != nil {
		return err
	}
	fsys := os.DirFS(folder)
	c := compiler.Compile(fsys, compiler.Options{})
	var took []float64
	for _, edit := range p.meaningfulEdits(20) {
		before, err := os.ReadFile(p.path(edit.Path))
		if err != nil {
			return err
		}
		if bytes.Equal(before, edit.Content) {
			return fmt.Errorf("%s changes nothing", edit.Description)
		}
		if err := p.put(edit.Path, edit.Content); err != nil {
			return err
		}
		began := time.Now()
		c = c.Edit(fsys, edit.Path)
		took = append(took, milliseconds(time.Since(began)))
	}
	b.atMost(fmt.Sprintf("one edited node among %s in a loaded project", count(b.nodes)), median(took), 100, inMilliseconds)
	b.note("p90 and max, which depend on how many nodes are downstream", fmt.Sprintf("%.0f and %.0f ms", percentile(took, 90), percentile(took, 100)))
	return nil
}
