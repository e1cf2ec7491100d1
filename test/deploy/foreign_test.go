package deploy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// otherEnvironment returns another environment on the same database, with nothing deployed, that knows the objects of this one.
func (s *fixture) otherEnvironment() *fixture {
	other := *s
	other.stored, other.deployed = map[transform.NodeID]difference.State{}, nil
	for _, state := range s.stored {
		if state.Kind != difference.None {
			other.foreign = append(other.foreign, difference.ForeignObject{At: state.ObjectRef(), Environment: "environment 1"})
		}
	}
	return &other
}

// shared returns a project with a source and a table.
func shared(of ...string) *project {
	p := newProject()
	p.add(source("ORDERS", columns("ID INTEGER", "MORE INTEGER")...))
	p.add(node("Stage", "X", columns(of...), ref(src, "ORDERS")))
	return p
}

func (s *fixture) expectBlocked(p *project) {
	s.t.Helper()
	r := s.compare(s.compile(p))
	if got := codes(r.Issues.Blocking); !slices.Equal(got, []string{"object-taken"}) || !strings.Contains(r.Issues.Blocking[0].Hint, "Map location OUT") {
		s.t.Errorf("the plan is not blocked:\n%s", printed(r))
	}
}

// An environment does not create, adopt, alter or rename an object of another one.
func TestForeignObjectBlocksPlan(t *testing.T) {
	t.Parallel()
	for title, tt := range map[string]struct {
		first  func(s *fixture) // the other environment deploys before it knows the objects of this one
		before func(s *fixture)
		p      *project
	}{
		"adopt":               {p: shared("ID INTEGER")},
		"adopt and alter":     {p: shared("ID INTEGER", "MORE INTEGER")},
		"alter":               {first: func(s *fixture) { s.deploy(shared("ID INTEGER")) }, p: shared("ID INTEGER", "MORE INTEGER")},
		"add a missing table": {before: func(s *fixture) { s.exec("DROP TABLE " + s.name(out, "X")) }, p: shared("ID INTEGER")},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, s *fixture) {
				t.Helper()
				s.deploy(shared("ID INTEGER"))
				other := s.otherEnvironment()
				if tt.first != nil {
					known := other.foreign
					other.foreign = nil
					tt.first(other)
					other.foreign = known
				}
				if tt.before != nil {
					tt.before(s)
				}
				other.expectBlocked(tt.p)
			})
		})
	}
}

// One environment may write the database that the other omits.
func TestForeignObjectWithDatabaseBlocksPlan(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		if !s.engine.Dialect().Capabilities().ReachesOneDatabase {
			return
		}
		s.deploy(shared("ID INTEGER"))
		other := s.otherEnvironment()
		for i := range other.foreign {
			other.foreign[i].At.Schema.Database += "written"
		}
		other.expectBlocked(shared("ID INTEGER"))
	})
}

// A table cannot be renamed to an object of another environment.
func TestRenameToForeignObjectIsBlocked(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		s.deploy(shared("ID INTEGER"))
		other := s.otherEnvironment()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		n := node("Stage", "N", columns("ID INTEGER"), ref(src, "ORDERS"))
		p.add(n)
		other.deploy(p)
		p.remove("nodes/OUT-N.yml")
		n = node("Stage", "N", columns("ID INTEGER"), ref(src, "ORDERS"))
		n.Name = "X"
		p.add(n)
		r := other.compare(other.compile(p))
		if !slices.Contains(codes(r.Issues.Blocking), "object-taken") {
			t.Errorf("the plan is not blocked:\n%s", printed(r))
		}
	})
}

// An object of two environments stays if one of them deletes it, renames it, or gets its own schema.
func TestSharedTablesAreKept(t *testing.T) {
	t.Parallel()
	renamed := shared("ID INTEGER")
	renamed.remove("nodes/OUT-X.yml")
	n := node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS"))
	n.Name = "Y"
	renamed.add(n)
	mapped := shared("ID INTEGER")
	mapped.mappings = map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Schema: "OWN"}}
	for title, p := range map[string]*project{"deleted": newProject(), "renamed": renamed, "mapped": mapped} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, s *fixture) {
				t.Helper()
				s.deploy(shared("ID INTEGER"))
				s.exec("INSERT INTO " + s.name(out, "X") + " VALUES (7)")
				other := s.otherEnvironment()
				known := other.foreign
				other.foreign = nil
				other.deploy(shared("ID INTEGER")) // before it knows the foreign objects
				other.foreign = known
				if err := s.engine.Prepare(s.ctx, []engine.Schema{s.schemaOf("OWN")}); err != nil {
					t.Fatal(err)
				}
				r := other.deploy(p)
				if got := codes(r.Issues.Warnings); !slices.Equal(got, []string{"left-behind"}) {
					t.Errorf("the kept object is not reported:\n%s", printed(r))
				}
				s.expect(out, "X", "ID", "7")
			})
		})
	}
}
