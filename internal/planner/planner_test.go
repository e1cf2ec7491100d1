package planner_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/transform"
)

func compileSample(t *testing.T, change func(map[string][]byte)) *compiler.Compilation {
	t.Helper()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(files)
	}
	folder := fstest.MapFS{}
	for path, content := range files {
		folder[path] = &fstest.MapFile{Data: content}
	}
	return compiler.Compile(folder, compiler.Options{Mappings: map[string]transform.Mapping{}, DefaultDatabase: "main"})
}

func names(p plan.Plan) []string {
	list := make([]string, len(p.Nodes))
	for i, n := range p.Nodes {
		list[i] = n.Location + "." + n.Name
	}
	return list
}

func TestRefreshPlanIsOrderedAndFrozen(t *testing.T) {
	t.Parallel()
	c := compileSample(t, nil)
	p, _, err := planner.Refresh(c, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Nodes) != len(c.Nodes()) {
		t.Errorf("%d nodes are planned of %d", len(p.Nodes), len(c.Nodes()))
	}
	for i, n := range p.Nodes {
		for _, up := range n.Upstream {
			if up >= i {
				t.Errorf("%s comes before %s, which it reads", n.Name, p.Nodes[up].Name)
			}
		}
		if n.Schema.Database != "main" || n.Schema.Name != n.Location || n.Type == "" {
			t.Errorf("node %+v is not complete", n)
		}
	}
	stored, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := plan.Decode(stored)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, again); diff != "" {
		t.Error(diff)
	}
}

// TestUpstreamIncludesNodesBehindUnselectedOnes checks that the reader of a view waits for the table that the view reads.
func TestUpstreamIncludesNodesBehindUnselectedOnes(t *testing.T) {
	t.Parallel()
	c := compileSample(t, nil)
	whole, _, err := planner.Refresh(c, "", "")
	if err != nil {
		t.Fatal(err)
	}
	first, last := whole.Nodes[0], whole.Nodes[len(whole.Nodes)-1]
	if !slices.Contains(c.Graph.Ancestors(string(last.ID)), string(first.ID)) {
		t.Fatalf("%s is not upstream of %s: choose other nodes", first.Name, last.Name)
	}
	p, _, err := planner.Build(c, planner.Request{Only: func(id transform.NodeID) bool { return id == first.ID || id == last.ID }})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{0}, p.Nodes[1].Upstream); diff != "" || len(p.Nodes) != 2 {
		t.Errorf("%v: %s", names(p), diff)
	}
}

func TestInstallCreatesAndDoesNotLoad(t *testing.T) {
	t.Parallel()
	p, err := planner.Install(compileSample(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	creates := 0
	for _, n := range p.Nodes {
		for _, s := range n.Stages {
			if strings.HasPrefix(s.SQL, "CREATE") {
				creates++
			}
			if strings.HasPrefix(s.SQL, "INSERT") || strings.HasPrefix(s.SQL, "DELETE") {
				t.Errorf("%s is filled: %s", n.Name, s.SQL)
			}
		}
	}
	if creates < len(p.Nodes) {
		t.Errorf("%d of %d nodes are made", creates, len(p.Nodes))
	}
}

func TestInvalidRequests(t *testing.T) {
	t.Parallel()
	c := compileSample(t, func(files map[string][]byte) {
		files["nodes/STAGE-BROKEN.sql"] = []byte("@id(\"22222222-2222-4222-8222-222222222222\")\n@nodeType(\"StageSQL\")\n" +
			"SELECT A FROM {{ ref('STAGE', 'NOWHERE') }}\n")
	})
	for name, tt := range map[string]struct {
		request planner.Request
		want    string
	}{
		"does not parse": {planner.Request{Include: "{ name: "}, "invalid selector"},
		"no match":       {planner.Request{Include: "{ name: NOBODY }"}, "the selectors match no node"},
		"all excluded":   {planner.Request{Exclude: "{ * }"}, "the selectors match no node"},
		"broken node":    {planner.Request{}, "node STAGE.BROKEN cannot run"},
		"nothing left":   {planner.Request{Only: func(transform.NodeID) bool { return false }}, "no nodes to run"},
	} {
		_, _, err := planner.Build(c, tt.request)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v, want an invalid fault with %q and a hint", name, err, tt.want)
		}
	}
}

// TestOnlyMissingColumnsFailInTheRun checks that a node without columns that has other errors rejects the request.
func TestOnlyMissingColumnsFailInTheRun(t *testing.T) {
	t.Parallel()
	const file = "nodes/STAGE-NEW.yml"
	for name, tt := range map[string]struct {
		join     string
		isBroken bool
	}{
		"no columns":             {"FROM {{ ref('RAW', 'ORDERS') }}", false},
		"no columns, and no ref": {"FROM {{ ref('STAGE', 'NOWHERE') }}", true},
	} {
		c := compileSample(t, func(files map[string][]byte) {
			files[file] = []byte("fileVersion: 1\nid: new\nname: NEW\noperation:\n  locationName: STAGE\n  sqlType: Stage\n  type: sql\n" +
				"  materializationType: table\n  metadata:\n    columns: []\n    sourceMapping:\n      - join:\n          joinCondition: \"" + tt.join +
				"\"\n        name: NEW\ntype: Node\n")
		})
		p, _, err := planner.Refresh(c, "", "")
		if tt.isBroken {
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "STAGE.NEW") {
				t.Errorf("%s: %v, want an invalid fault", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, n := range p.Nodes {
			if (n.Invalid != "") != (n.Name == "NEW") {
				t.Errorf("%s: %s is invalid because of %q", name, n.Name, n.Invalid)
			}
		}
	}
}
