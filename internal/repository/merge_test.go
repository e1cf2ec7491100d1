package repository_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/repository"
)

// files are the files of a project in a test, by path.
type files map[string]string

func (f files) bytes() map[string][]byte {
	all := map[string][]byte{}
	for path, text := range f {
		all[path] = []byte(text)
	}
	return all
}

func texts(all map[string][]byte) files {
	f := files{}
	for path, content := range all {
		f[path] = string(content)
	}
	return f
}

func paths(conflicts []repository.Conflict) []string {
	found := []string{}
	for _, c := range conflicts {
		found = append(found, c.Path)
	}
	return found
}

// node is the file of a node.
func node(id, name, description string) string {
	return fmt.Sprintf("fileVersion: 1\nid: %s\nname: %s\noperation:\n  description: %s\n  locationName: WORK\n  name: %s\n"+
		"  sqlType: Stage\n  type: sql\ntype: Node\n", id, name, description, name)
}

func job(id, name string) string {
	return fmt.Sprintf("excludeSelector: \"\"\nfileVersion: 1\nid: %q\nincludeSelector: \"{ A }\"\nname: %s\ntype: Job\n", id, name)
}

func TestMerge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		base, ours, theirs files
		resolve            map[string]string
		want               files
		open               []string
	}{
		"nothing changed":         {files{"a": "1"}, files{"a": "1"}, files{"a": "1"}, nil, files{"a": "1"}, []string{}},
		"ours changed":            {files{"a": "1"}, files{"a": "2"}, files{"a": "1"}, nil, files{"a": "2"}, []string{}},
		"theirs changed":          {files{"a": "1"}, files{"a": "1"}, files{"a": "2"}, nil, files{"a": "2"}, []string{}},
		"both alike":              {files{"a": "1"}, files{"a": "2"}, files{"a": "2"}, nil, files{"a": "2"}, []string{}},
		"both deleted":            {files{"a": "1"}, files{}, files{}, nil, files{}, []string{}},
		"both added alike":        {files{}, files{"a": "1"}, files{"a": "1"}, nil, files{"a": "1"}, []string{}},
		"ours deleted":            {files{"a": "1"}, files{}, files{"a": "1"}, nil, files{}, []string{}},
		"theirs deleted":          {files{"a": "1"}, files{"a": "1"}, files{}, nil, files{}, []string{}},
		"both changed":            {files{"a": "1"}, files{"a": "2"}, files{"a": "3"}, nil, nil, []string{"a"}},
		"both added":              {files{}, files{"a": "2"}, files{"a": "3"}, nil, nil, []string{"a"}},
		"deleted and changed":     {files{"a": "1"}, files{}, files{"a": "3"}, nil, nil, []string{"a"}},
		"changed and deleted":     {files{"a": "1"}, files{"a": "2"}, files{}, nil, nil, []string{"a"}},
		"emptied and deleted":     {files{"a": "1"}, files{"a": ""}, files{}, nil, nil, []string{"a"}},
		"resolved for ours":       {files{"a": "1"}, files{"a": "2"}, files{"a": "3"}, map[string]string{"a": "ours"}, files{"a": "2"}, []string{}},
		"resolved for theirs":     {files{"a": "1"}, files{"a": "2"}, files{"a": "3"}, map[string]string{"a": "theirs"}, files{"a": "3"}, []string{}},
		"resolved for a deletion": {files{"a": "1"}, files{"a": "2"}, files{}, map[string]string{"a": "theirs"}, files{}, []string{}},
		"not asked for":           {files{"a": "1"}, files{"a": "2"}, files{"a": "1"}, map[string]string{"a": "theirs"}, files{"a": "2"}, []string{}},
		"one of two resolved": {
			files{"a": "1", "b": "1"}, files{"a": "2", "b": "2"}, files{"a": "3", "b": "3"}, map[string]string{"a": "theirs"}, nil, []string{"b"},
		},
	} {
		merged, open := repository.Merge(test.base.bytes(), test.ours.bytes(), test.theirs.bytes(), test.resolve)
		if diff := cmp.Diff(test.open, paths(open)); diff != "" {
			t.Errorf("%s: conflicts: %s", name, diff)
		}
		if diff := cmp.Diff(test.want, texts(merged)); test.want != nil && diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestMergeOfRenamedNodes: a node that each side calls differently is one conflict, in both files, not two nodes.
func TestMergeOfRenamedNodes(t *testing.T) {
	t.Parallel()
	base := files{"nodes/WORK-A.yml": node("1", "A", "x")}
	ours := files{"nodes/WORK-B.yml": node("1", "B", "x")}
	theirs := files{"nodes/WORK-C.yml": node("1", "C", "x")}
	_, open := repository.Merge(base.bytes(), ours.bytes(), theirs.bytes(), nil)
	if diff := cmp.Diff([]string{"nodes/WORK-B.yml", "nodes/WORK-C.yml"}, paths(open)); diff != "" {
		t.Fatal(diff)
	}
	if open[0].ID != "1" || open[0].Name != "WORK.B" || open[1].Name != "WORK.C" || !open[1].IsNode() || open[1].Ours != nil {
		t.Errorf("the conflicts: %+v", open)
	}
	merged, open := repository.Merge(base.bytes(), ours.bytes(), theirs.bytes(), map[string]string{"nodes/WORK-B.yml": "ours", "nodes/WORK-C.yml": "ours"})
	if diff := cmp.Diff(ours, texts(merged)); diff != "" || len(open) != 0 {
		t.Errorf("resolved for ours: %s, %v", diff, open)
	}
	_, open = repository.Merge(base.bytes(), ours.bytes(), theirs.bytes(), map[string]string{"nodes/WORK-B.yml": "ours", "nodes/WORK-C.yml": "theirs"})
	if len(open) != 2 {
		t.Errorf("both kept: %v", paths(open))
	}
	// One side renames, the other edits: the edit is in the old file.
	edited := files{"nodes/WORK-A.yml": node("1", "A", "edited")}
	_, open = repository.Merge(base.bytes(), ours.bytes(), edited.bytes(), nil)
	if diff := cmp.Diff([]string{"nodes/WORK-A.yml"}, paths(open)); diff != "" {
		t.Error(diff)
	}
	_, open = repository.Merge(base.bytes(), ours.bytes(), edited.bytes(), map[string]string{"nodes/WORK-A.yml": "theirs"})
	if diff := cmp.Diff([]string{"nodes/WORK-A.yml", "nodes/WORK-B.yml"}, paths(open)); diff != "" {
		t.Errorf("the old name and the new one: %s", diff)
	}
}

// TestMergeOfJobsWithOneNumber: jobs are numbered by workspace, so two may get the same number.
func TestMergeOfJobsWithOneNumber(t *testing.T) {
	t.Parallel()
	ours, theirs := files{"jobs/Mine-3.yml": job("3", "Mine")}, files{"jobs/Yours-3.yml": job("3", "Yours")}
	_, open := repository.Merge(nil, ours.bytes(), theirs.bytes(), nil)
	if diff := cmp.Diff([]string{"jobs/Mine-3.yml", "jobs/Yours-3.yml"}, paths(open)); diff != "" {
		t.Error(diff)
	}
	double := files{"jobs/Mine-3.yml": job("3", "Mine"), "jobs/Also-3.yml": job("3", "Also")}
	if _, open := repository.Merge(nil, double.bytes(), files{"a": "1"}.bytes(), nil); len(open) != 0 {
		t.Errorf("what one side has twice by itself: %v", paths(open))
	}
}

// TestMergeIsSymmetric is a property: swapping ours and theirs gives the same result, and what only one side changed is as
// that side has it.
func TestMergeIsSymmetric(t *testing.T) {
	t.Parallel()
	state := rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), rapid.SampledFrom([]string{"1", "2", "3"}), 0, 4)
	rapid.Check(t, func(draw *rapid.T) {
		base, ours, theirs := files(state.Draw(draw, "base")), files(state.Draw(draw, "ours")), files(state.Draw(draw, "theirs"))
		merged, open := repository.Merge(base.bytes(), ours.bytes(), theirs.bytes(), nil)
		mirrored, openToo := repository.Merge(base.bytes(), theirs.bytes(), ours.bytes(), nil)
		if !slices.Equal(paths(open), paths(openToo)) || !maps.Equal(texts(merged), texts(mirrored)) {
			draw.Fatalf("%v %v and %v %v", texts(merged), paths(open), texts(mirrored), paths(openToo))
		}
		for _, path := range []string{"a", "b", "c", "d"} {
			if slices.Contains(paths(open), path) {
				continue
			}
			now := texts(merged)[path]
			if now != ours[path] && now != theirs[path] {
				draw.Fatalf("%s is %q, which no side has", path, now)
			}
			if ours[path] != base[path] && now != ours[path] || theirs[path] != base[path] && now != theirs[path] {
				draw.Fatalf("a change of %s is lost", path)
			}
		}
	})
}

func TestCompareNamesTheParts(t *testing.T) {
	t.Parallel()
	before := files{
		"nodes/WORK-A.yml": node("1", "A", "x"), "nodes/WORK-OLD.yml": node("2", "OLD", "x"), "jobs/J-1.yml": job("1", "J"), "data.yml": "fileVersion: 3\n",
		"nodes/broken.yml": "id: [", "README.md": "x", "same": "x",
	}
	after := files{
		"nodes/WORK-A.yml": node("1", "A", "y"), "nodes/WORK-NEW.yml": node("2", "NEW", "x"), "data.yml": "fileVersion: 4\n",
		"nodes/broken.yml": "id: {", "README.md": "y", "same": "x", "nodes/x.csv": "a\n1\n", "macros/macro-1.yml": "x", "nodeTypes/T-1/run.sql.j2": "x",
	}
	type row struct{ Path, Change, Kind, ID, Name string }
	var got []row
	for _, c := range repository.Compare(before.bytes(), after.bytes()) {
		got = append(got, row{c.Path, c.Change, c.Kind, c.ID, c.Name})
	}
	want := []row{
		{"README.md", "changed", "file", "", ""},
		{"data.yml", "changed", "manifest", "", ""},
		{"jobs/J-1.yml", "removed", "job", "1", "J"},
		{"macros/macro-1.yml", "added", "macro", "", ""},
		{"nodeTypes/T-1/run.sql.j2", "added", "nodeType", "", ""},
		{"nodes/WORK-A.yml", "changed", "node", "1", "WORK.A"},
		{"nodes/WORK-NEW.yml", "added", "node", "2", "WORK.NEW"},
		{"nodes/WORK-OLD.yml", "removed", "node", "2", "WORK.OLD"},
		{"nodes/broken.yml", "changed", "node", "", ""},
		{"nodes/x.csv", "added", "seed", "", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
