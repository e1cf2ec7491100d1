package compiler_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

// After each edit of jobs and subgraphs, the result must equal a full compilation.
func TestEditsOfJobsAndSubgraphs(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(5, 60))
	before := compiler.Compile(p.FS(), compiler.Options{})
	job, subgraph := before.Project.Jobs[0], before.Project.Subgraphs[0]
	node := before.Nodes()[7]
	for name, edit := range map[string]struct{ file, content string }{
		"a new job":             {"jobs/New-77.yml", "id: \"77\"\nname: New\ntype: Job\nfileVersion: 1\nincludeSelector: \"{ " + node.Name + " }\"\nexcludeSelector: \"\"\n"},
		"a job that breaks":     {job.File, "id: \"1\"\nname: Broken\nincludeSelector: \"{ name: \"\nfrog: 1\n"},
		"a job with a used id":  {"jobs/Twin-1.yml", "id: \"" + string(job.ID) + "\"\nname: Twin\n"},
		"a subgraph of nothing": {subgraph.File, "id: \"" + string(subgraph.ID) + "\"\nname: Empty\nsteps:\n  - unknown\n"},
		"a job that is no YAML": {job.File, "\tid: ]"},
		"a job that is no text": {job.File, "id: \x00"},
		"an empty subgraph":     {subgraph.File, ""},
		"an unexpected file":    {"jobs/README.md", "hello"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := with(p, edit.file, []byte(edit.content))
			got, want := before.Edit(fsys, edit.file), compiler.Compile(fsys, compiler.Options{})
			if diff := cmp.Diff(want.Project.Jobs, got.Project.Jobs); diff != "" {
				t.Errorf("jobs:\n%s", diff)
			}
			if diff := cmp.Diff(want.Project.Subgraphs, got.Project.Subgraphs); diff != "" {
				t.Errorf("subgraphs:\n%s", diff)
			}
			if diff := cmp.Diff(outlineOf(want), outlineOf(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	gone := with(p, subgraph.File, nil)
	if diff := cmp.Diff(outlineOf(compiler.Compile(gone, compiler.Options{})), outlineOf(before.Edit(gone, subgraph.File))); diff != "" {
		t.Errorf("a deleted subgraph:\n%s", diff)
	}
	both := with(p, node.File, nil)
	if diff := cmp.Diff(outlineOf(compiler.Compile(both, compiler.Options{})), outlineOf(before.Edit(both, node.File, job.File))); diff != "" {
		t.Errorf("a node with a job:\n%s", diff)
	}
}
