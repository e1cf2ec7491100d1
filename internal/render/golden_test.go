package render_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

var update = flag.Bool("update", false, "write the golden files") //nolint:gochecknoglobals // a flag

// TestGolden renders every node of every project in testdata and compares the stages with the section want.
func TestGolden(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			checkGolden(t, file)
		})
	}
}

func checkGolden(t *testing.T, file string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := renderSample(t, parseSample(t, archive))
	if *update {
		setFile(archive, "want", got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(fileOf(archive, "want"), got); diff != "" {
		t.Errorf("stages differ (-want +got); run with -update to accept them:\n%s", diff)
	}
}

func fileOf(archive *txtar.Archive, name string) string {
	for _, file := range archive.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	return ""
}

func setFile(archive *txtar.Archive, name, text string) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(text)
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

// renderSample formats everything that a project renders to.
func renderSample(t *testing.T, s *sample) string {
	t.Helper()
	r, found := s.renderer(t)
	var out strings.Builder
	printFindings(&out, found)
	for _, n := range s.Nodes {
		if n.IsSource {
			continue
		}
		if n.SQL != nil {
			printExpanded(&out, r, n)
		}
		for _, template := range []render.Template{render.Create, render.Run} {
			result, problems := r.Render(render.Request{Node: n, Template: template, Current: s.deployed(n.ID)})
			printResult(&out, fmt.Sprintf("%s %s", n.Ref(), template), result, problems)
		}
	}
	for _, n := range s.Deployed {
		if s.node(n.ID) == nil {
			result, problems := r.Render(render.Request{Current: n, Template: render.Create})
			printResult(&out, fmt.Sprintf("%s drop", n.Ref()), result, problems)
		}
	}
	return out.String()
}

func (s *sample) deployed(id transform.NodeID) *transform.Node { return byID(s.Deployed, id) }

func (s *sample) node(id transform.NodeID) *transform.Node { return byID(s.Nodes, id) }

func byID(nodes []*transform.Node, id transform.NodeID) *transform.Node {
	for _, n := range nodes {
		if n.ID == id {
			return n
		}
	}
	return nil
}

func printExpanded(out *strings.Builder, r *render.Renderer, n *transform.Node) {
	expanded, problems := r.Expand(n)
	if expanded.Text == n.SQL.Text && len(problems) == 0 {
		return
	}
	fmt.Fprintf(out, "==== %s expanded\n", n.Ref())
	printFindings(out, problems)
	fmt.Fprintf(out, "%s\n\n", expanded.Text)
}

func printResult(out *strings.Builder, title string, result *render.Result, problems []diagnostic.Diagnostic) {
	if result == nil {
		fmt.Fprintf(out, "==== %s failed\n", title)
		printFindings(out, problems)
		out.WriteString("\n")
		return
	}
	if result.Passes == 0 {
		return // no such template
	}
	fmt.Fprintf(out, "==== %s, passes %d\n", title, result.Passes)
	for _, ref := range result.Refs {
		fmt.Fprintf(out, "ref %s %s%s\n", ref.Node, ref.Kind, map[bool]string{false: " unknown"}[ref.Known])
	}
	printFindings(out, result.Warnings)
	for _, s := range result.Stages {
		fmt.Fprintf(out, "---- %s %q%s%s\n", s.Type, s.Name,
			map[bool]string{false: " stops on failure"}[s.ContinueOnFailure],
			map[bool]string{true: " in phase " + string(s.Phase)}[s.Phase != render.NoPhase])
		fmt.Fprintf(out, "%s\n", s.SQL)
	}
	out.WriteString("\n")
}

func printFindings(out *strings.Builder, found []diagnostic.Diagnostic) {
	for _, d := range found {
		fmt.Fprintf(out, "%s\n", d)
		if d.Node != "" {
			fmt.Fprintf(out, "  node: %s\n", d.Node)
		}
		if d.Hint != "" {
			fmt.Fprintf(out, "  hint: %s\n", d.Hint)
		}
	}
}
