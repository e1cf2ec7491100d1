package deploy_test

import (
	"testing"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// A table keeps its rows when its node gets another name or location.
func TestNames(t *testing.T) {
	t.Parallel()
	put := func(id, location, name string) func(*project) {
		return func(p *project) {
			n := node("Stage", id, columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS"))
			n.Name, n.Location = name, location
			p.add(n)
		}
	}
	gone := func(location, name string) func(*project) {
		return func(p *project) {
			p.remove(projectfile.NodePath(&transform.Node{Location: location, Name: name, Kind: transform.YAMLNode}))
		}
	}
	all := func(edits ...func(*project)) func(*project) {
		return func(p *project) {
			for _, edit := range edits {
				edit(p)
			}
		}
	}
	runScenario(t, "names",
		scenarioStep{
			title: "first",
			edit: all(func(p *project) { p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...)) },
				put("A", out, "A"), put("B", out, "B"), put("C", out, "C")),
			check: func(s *fixture) {
				for _, name := range []string{"A", "B", "C"} {
					s.exec("INSERT INTO " + s.name(out, name) + " VALUES (1, 'row of " + name + "')")
				}
			},
		},
		scenarioStep{
			title: "rename A", edit: all(gone(out, "A"), put("A", out, "A new")),
			check: func(s *fixture) {
				s.expectObject("A", "")
				s.expect(out, "A new", "ID CITY", "1|row of A")
			},
		},
		scenarioStep{
			title: "move A", edit: all(gone(out, "A new"), put("A", mart, "A")),
			check: func(s *fixture) {
				s.expectObject("A new", "")
				s.expect(mart, "A", "ID CITY", "1|row of A")
			},
		},
		scenarioStep{
			title: "B and C swap names", edit: all(put("B", out, "C"), put("C", out, "B")),
			check: func(s *fixture) {
				s.expect(out, "C", "ID CITY", "1|row of B")
				s.expect(out, "B", "ID CITY", "1|row of C")
			},
		},
		scenarioStep{
			title: "C is deleted, and B, whose object is named C, takes its name", edit: all(gone(out, "C"), put("B", out, "B")),
			check: func(s *fixture) {
				s.expect(out, "B", "ID CITY", "1|row of B")
				s.expectObject("C", "")
			},
		},
		scenarioStep{
			title: "a new node with the same name replaces B", edit: put("D", out, "B"),
			check: func(s *fixture) { s.expect(out, "B", "ID CITY") },
		},
		scenarioStep{title: "another A", edit: put("E", out, "A")},
		scenarioStep{
			title: "A moves to the schema of the other A, with another name", edit: all(gone(mart, "A"), put("A", out, "Z")),
			check: func(s *fixture) { s.expect(out, "Z", "ID CITY", "1|row of A") },
		},
	)
}

// Surrogate keys keep their values when a table moves, and new keys are higher.
func TestKeys(t *testing.T) {
	t.Parallel()
	dimension := func(name string, definitions ...string) func(*project) {
		return func(p *project) {
			n := node("Dimension", "DIM", columns(definitions...), ref(src, "CUSTOMERS"))
			n.Name = name
			p.add(n)
		}
	}
	add := func(row string) func(*fixture) {
		return func(s *fixture) { s.exec("INSERT INTO " + s.name(src, "CUSTOMERS") + " VALUES (" + row + ")") }
	}
	runScenario(t, "keys",
		scenarioStep{
			title: "first", before: fill("CUSTOMERS", `"ID" INTEGER, "CITY" VARCHAR, "SIZE" INTEGER`, "1, 'Köln', 1", "2, 'Łódź', 2"),
			edit: func(p *project) {
				p.add(source("CUSTOMERS", columns("ID INTEGER", "CITY VARCHAR", "SIZE INTEGER")...))
				dimension("DIM", "ID INTEGER key", "CITY VARCHAR tracked")(p)
			},
			check: func(s *fixture) {
				s.refreshAll()
				s.exec("UPDATE " + s.name(src, "CUSTOMERS") + ` SET "CITY" = 'Bonn' WHERE "ID" = 1`)
				s.refreshAll()
				s.expect(out, "DIM", "DIM_KEY ID CITY SYSTEM_VERSION SYSTEM_CURRENT_FLAG", "1|1|Köln|1|N", "2|2|Łódź|1|Y", "3|1|Bonn|2|Y")
			},
		},
		scenarioStep{
			title: "one more column", before: add("3, 'Ulm', 3"), edit: dimension("DIM", "ID INTEGER key", "CITY VARCHAR tracked", "SIZE INTEGER"),
			check: func(s *fixture) {
				s.refreshAll()
				s.expect(out, "DIM", "DIM_KEY ID CITY SIZE SYSTEM_VERSION", "1|1|Köln|-|1", "2|2|Łódź|2|1", "3|1|Bonn|1|2", "4|3|Ulm|3|1")
			},
		},
		scenarioStep{
			title: "another name", before: add("4, 'Brno', 4"),
			edit: func(p *project) {
				p.remove("nodes/OUT-DIM.yml")
				dimension("CUSTOMER", "ID INTEGER key", "CITY VARCHAR tracked", "SIZE INTEGER")(p)
			},
			check: func(s *fixture) {
				s.refreshAll()
				s.expect(out, "CUSTOMER", "ID CITY SIZE SYSTEM_VERSION", "1|Köln|-|1", "2|Łódź|2|1", "1|Bonn|1|2", "3|Ulm|3|1", "4|Brno|4|1")
				s.expect(out, "CUSTOMER", "CUSTOMER_KEY", "1", "2", "3", "4", "5")
			},
		},
		scenarioStep{
			title: "a table is recreated: a column cannot be converted, and history is no longer kept",
			edit:  dimension("CUSTOMER", "ID BIGINT key", "CITY VARCHAR", "SIZE DATE"),
			check: func(s *fixture) {
				s.expect(out, "CUSTOMER", "CUSTOMER_KEY ID CITY SIZE", "1|1|Köln|-", "2|2|Łódź|-", "3|1|Bonn|-", "4|3|Ulm|-", "5|4|Brno|-")
			},
		},
	)
}

// Two tables with keys swap names and keep their keys.
func TestKeysOfTablesThatSwapNames(t *testing.T) {
	t.Parallel()
	dimension := func(id, name string) func(*project) {
		return func(p *project) {
			n := node("Dimension", id, columns("ID INTEGER key", "CITY VARCHAR"), ref(src, "CUSTOMERS"))
			n.Name = name
			p.add(n)
		}
	}
	both := func(first, second func(*project)) func(*project) {
		return func(p *project) {
			first(p)
			second(p)
		}
	}
	runScenario(t, "keyswap",
		scenarioStep{
			title: "first", before: fill("CUSTOMERS", `"ID" INTEGER, "CITY" VARCHAR`, "1, 'Köln'", "2, 'Łódź'"),
			edit: func(p *project) {
				p.add(source("CUSTOMERS", columns("ID INTEGER", "CITY VARCHAR")...))
				both(dimension("A", "A"), dimension("B", "B"))(p)
			},
			check: func(s *fixture) {
				s.refreshAll()
				s.exec("DELETE FROM " + s.name(out, "A") + ` WHERE "ID" = 1`)
			},
		},
		scenarioStep{
			title: "the tables swap names", edit: both(dimension("A", "B"), dimension("B", "A")),
			check: func(s *fixture) {
				s.expect(out, "B", "B_KEY ID", "2|2")
				s.expect(out, "A", "A_KEY ID", "1|1", "2|2")
				s.exec("INSERT INTO " + s.name(src, "CUSTOMERS") + " VALUES (3, 'Ulm')")
				s.refreshAll()
				s.expect(out, "B", "ID", "1", "2", "3")
				s.expect(out, "A", "ID", "1", "2", "3")
				if keys := s.read(`SELECT COUNT(DISTINCT "A_KEY") FROM ` + s.name(out, "A")); keys[0] != "3" {
					s.t.Errorf("%s different keys in three rows", keys)
				}
				if keys := s.read(`SELECT COUNT(DISTINCT "B_KEY") FROM ` + s.name(out, "B")); keys[0] != "3" {
					s.t.Errorf("%s different keys in three rows", keys)
				}
			},
		},
		scenarioStep{title: "B is deleted", edit: func(p *project) { p.remove("nodes/OUT-B.yml") }, check: func(s *fixture) { s.expectObject("B", "") }},
	)
}

// A table with keys moves to a schema with a table that once had its name, and therefore a sequence of that name.
func TestKeysInAnotherSchema(t *testing.T) {
	t.Parallel()
	dimension := func(id, name, location string) *transform.Node {
		n := node("Dimension", name, columns("ID INTEGER key"), ref(src, "CUSTOMERS"))
		n.ID, n.Location = transform.NodeID(id), location
		return n
	}
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		fill("CUSTOMERS", `"ID" INTEGER`, "1", "2")(s)
		p.add(source("CUSTOMERS", columns("ID INTEGER")...))
		p.add(dimension("a", "A", mart))
		s.deploy(p)
		p.remove("nodes/MART-A.yml")
		p.add(dimension("a", "B", mart))
		p.add(dimension("c", "A", out))
		s.deploy(p)
		s.refreshAll()
		p.remove("nodes/OUT-A.yml")
		p.add(dimension("c", "A", mart))
		s.deploy(p)
		s.expect(mart, "A", "ID", "1", "2")
		s.exec("INSERT INTO " + s.name(src, "CUSTOMERS") + " VALUES (3)")
		s.refreshAll()
		s.expect(mart, "A", "A_KEY ID", "1|1", "2|2", "3|3")
		s.expect(mart, "B", "ID", "1", "2", "3")
	})
}
