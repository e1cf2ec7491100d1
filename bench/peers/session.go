package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// session measures all tools.
type session struct {
	ctx    context.Context //nolint:containedctx // a session is one call, and the context lives as long as the session
	log    io.Writer
	tools  []*tool
	rounds int
	limit  time.Duration
	rows   []*row
}

// row has the figures of all tools for one step of one project.
type row struct {
	Project string            `json:"project"`
	Step    string            `json:"step"`
	Figures map[string]figure `json:"figures"` // by the name of the tool
}

// measureAll measures projects of all shapes and sizes.
func (s *session) measureAll(sizes []int) error {
	for _, size := range sizes {
		for _, shape := range shapes() {
			if err := s.measure(shape, size); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure lets all tools take all steps with a project.
func (s *session) measure(shape shape, size int) (err error) {
	root, err := os.MkdirTemp("", "millrace-peers-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	p := project{root: root, shape: shape, size: size}
	for _, t := range s.tools {
		if err := t.write(p.folder(t), shape.models(size)); err != nil {
			return err
		}
	}
	rows := make([]*row, len(steps()))
	for i, step := range steps() {
		rows[i] = &row{Project: p.String(), Step: step, Figures: map[string]figure{}}
	}
	s.rows = append(s.rows, rows...) // what was measured is printed after a failure too
	rounds := s.rounds
	if size >= 10_000 {
		rounds = 1
	}
	for round := range rounds {
		for _, row := range rows {
			for i := range s.tools {
				if err := s.take(p, rows, row, s.tools[(round+i)%len(s.tools)]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// project is one generated project, in a folder for each tool.
type project struct {
	root  string
	shape shape
	size  int
}

func (p project) folder(t *tool) string { return filepath.Join(p.root, t.name) }

func (p project) String() string { return fmt.Sprintf("%d %s", p.size, p.shape.name) }

// take lets a tool take a step, unless it failed before: at this step in an earlier round, or at the build that this step
// starts from.
func (s *session) take(p project, rows []*row, r *row, t *tool) error {
	f := r.Figures[t.name]
	if f.Problem != "" {
		return nil
	}
	isAfterBuild := r.Step == stepAgain || r.Step == stepEdited
	if isAfterBuild && slices.ContainsFunc(rows, func(other *row) bool { return other.Step == stepBuild && other.Figures[t.name].Problem != "" }) {
		r.Figures[t.name] = figure{Problem: "not run"}
		return nil
	}
	if err := p.prepare(t, r.Step); err != nil {
		return err
	}
	s.step(&f, t, p.folder(t), r.Step)
	if err := s.ctx.Err(); err != nil {
		return err // what the tool was doing was interrupted, and is not its failure
	}
	fmt.Fprintf(s.log, "%s, %s, %s: %s\n", p, r.Step, t.name, f.last())
	r.Figures[t.name] = f
	return nil
}

// prepare brings a project into the state that a step starts from.
func (p project) prepare(t *tool, step string) error {
	folder := p.folder(t)
	number := p.shape.edited(p.size)
	switch {
	case step == stepCompile, step == stepBuild:
		return errors.Join(t.writeModel(folder, number, p.shape.model(number, p.size)), t.forget(folder))
	case step == stepEdited:
		return t.writeModel(folder, number, p.shape.edit(p.shape.model(number, p.size)))
	case t.afterBuild != nil:
		return t.afterBuild(folder)
	}
	return nil
}
