package compiler

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// maxPart is the largest file that is read here. Larger files go to the reader of projects, which has its own limits.
const maxPart = 1 << 20

// isPart reports whether a file describes a job or a subgraph. No node depends on these.
func isPart(file string) bool {
	folder := path.Dir(file)
	return (folder == projectfile.JobsFolder || folder == projectfile.SubgraphsFolder) && path.Ext(file) == ".yml"
}

// editParts compiles the project after files of jobs and subgraphs were changed, added or deleted. It returns false if
// one of them needs the full reader.
func (c *Compilation) editParts(fsys fs.FS, changed []string) (*Compilation, bool) {
	next := *c
	project := *c.Project
	next.Project = &project
	isChanged := func(file string) bool { return slices.Contains(changed, file) }
	project.Jobs = slices.DeleteFunc(slices.Clone(project.Jobs), func(j transform.Job) bool { return isChanged(j.File) })
	project.Subgraphs = slices.DeleteFunc(slices.Clone(project.Subgraphs), func(s transform.Subgraph) bool { return isChanged(s.File) })
	next.general = slices.DeleteFunc(slices.Clone(c.general), func(d diagnostic.Diagnostic) bool { return isChanged(d.File) })
	for _, file := range changed {
		content, err := fs.ReadFile(fsys, file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil || len(content) > maxPart || bytes.IndexByte(content, 0) >= 0:
			return nil, false
		default:
			next.addPart(file, string(content))
		}
	}
	slices.SortFunc(project.Jobs, func(a, b transform.Job) int { return cmp.Compare(a.File, b.File) })
	slices.SortFunc(project.Subgraphs, func(a, b transform.Subgraph) int { return cmp.Compare(a.File, b.File) })
	next.catalog = next.selectors()
	next.projectWide = next.checkProject()
	next.gather()
	return &next, true
}

// addPart reads a job or a subgraph into the project.
func (c *Compilation) addPart(file, content string) {
	var found []diagnostic.Diagnostic
	if path.Dir(file) == projectfile.JobsFolder {
		var job transform.Job
		job, found = projectfile.ParseJob(file, content)
		c.Project.Jobs = append(c.Project.Jobs, job)
	} else {
		var subgraph transform.Subgraph
		subgraph, found = projectfile.ParseSubgraph(file, content)
		c.Project.Subgraphs = append(c.Project.Subgraphs, subgraph)
	}
	c.general = append(c.general, found...)
}
