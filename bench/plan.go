package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/projectgen"
)

// plans measures the time from the request for a plan to the response, for a large deployed project in which nothing or
// one node has changed. That includes the upload, the query for ten thousand objects in DuckDB and storing the plan.
func (b *bench) plans() (err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return err
	}
	project, err := newProject(b.ctx, c.Client)
	if err != nil {
		return err
	}
	created, err := c.CreateEnvironment(b.ctx, api.EnvironmentCreate{Project: api.ID(project), Name: "Bench"})
	if err != nil {
		return err
	}
	d := &deployment{admin: c, environment: created.ID}
	generated := projectgen.Generate(projectgen.Typical(1, b.nodes))
	whole, err := zipFiles(generated.Files)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := d.deployArchive(b.ctx, whole); err != nil {
		return err
	}
	b.note(fmt.Sprintf("first deploy of %s nodes", count(b.nodes)), time.Since(began).Round(time.Millisecond).String())
	unchanged, err := b.timePlans(d, func(int) ([]byte, error) { return whole, nil })
	if err != nil {
		return err
	}
	b.atMost(fmt.Sprintf("plan of %s nodes, nothing changed", count(b.nodes)), unchanged, 0.4, inSeconds)
	changed, err := b.timePlans(d, func(round int) ([]byte, error) { return zipFiles(withOneChange(generated.Files, round)) })
	if err != nil {
		return err
	}
	b.atMost(fmt.Sprintf("plan of %s nodes, one changed", count(b.nodes)), changed, 0.6, inSeconds)
	return nil
}

// timePlans creates plans and returns the median of the times.
func (b *bench) timePlans(d *deployment, content func(round int) ([]byte, error)) (float64, error) {
	var took []float64
	for round := range b.rounds {
		archive, err := content(round)
		if err != nil {
			return 0, err
		}
		began := time.Now()
		if _, err := d.makePlan(b.ctx, archive); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began).Seconds())
	}
	return median(took), nil
}

// withOneChange adds a column to a SQL node, to a different node in each round.
func withOneChange(files map[string][]byte, round int) map[string][]byte {
	changed := make(map[string][]byte, len(files))
	var nodes []string
	for path, content := range files {
		changed[path] = content
		if strings.HasPrefix(path, "nodes/") && strings.HasSuffix(path, ".sql") && bytes.Contains(content, []byte("\nFROM")) {
			nodes = append(nodes, path)
		}
	}
	slices.Sort(nodes)
	path := nodes[(round%9+1)*len(nodes)/10]
	changed[path] = bytes.Replace(files[path], []byte("\nFROM"), fmt.Appendf(nil, ",\n  %d AS BENCH_%d\nFROM", round, round), 1)
	return changed
}

func zipFiles(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for path, content := range files {
		file, err := archive.Create(path)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(content); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}
