package simengine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// The statements of an engine without transactions, as packages execute and dialect write them. Tables have the one column V.
var (
	markPattern    = regexp.MustCompile(`^INSERT INTO \S+"marks" \(owner, epoch, marked_at\) VALUES \('((?:[^']|'')*)', (\d+), `)
	copyPattern    = regexp.MustCompile(`(?s)^CREATE (OR REPLACE )?TABLE (\S+) AS\nSELECT \* FROM (\S+?)(\nWHERE 1 = 0)?$`)
	viewPattern    = regexp.MustCompile(`^CREATE OR REPLACE VIEW (\S+) AS\nSELECT \* FROM (\S+)\nUNION ALL\nSELECT \* FROM (\S+)$`)
	replacePattern = regexp.MustCompile(`(?s)^CREATE (OR REPLACE )?TABLE (\S+) .*ARRAY\['((?:[^']|'')*)'\]\)\) AS\n(WITH millrace_rows .*)$`)
	mergePattern   = regexp.MustCompile(`(?s)^MERGE INTO (\S+) AS target\s+USING \(\n(WITH millrace_rows .*)\n\) AS loaded`)
	guardPattern   = regexp.MustCompile(`(?s)^WITH millrace_rows AS \(\n(.*)\n\)\nSELECT \* FROM millrace_rows\n` +
		`.* WHERE owner = '((?:[^']|'')*)' AND epoch > (\d+)\)(?:.* = '(\d+)' THEN)?`)
	mergeInto      = regexp.MustCompile(`(?s)^MERGE INTO (\S+) AS target\s+USING \((SELECT [^()]*)\) AS loaded`)
	addPattern     = regexp.MustCompile(`(?s)^INSERT INTO (\S+) \("V"\)\s+(.*)$`)
	dropPattern    = regexp.MustCompile(`^DROP (?:TABLE|VIEW) IF EXISTS (\S+)$`)
	ignoredPattern = regexp.MustCompile(`^(?:CREATE TABLE IF NOT EXISTS \S+"marks" |DELETE FROM \S+"marks" |GRANT )`)

	literalPattern = regexp.MustCompile(`^SELECT '([^']*)'(?: AS "V")?$`)
	fromPattern    = regexp.MustCompile(`^SELECT (?:\*|"V") FROM (\S+?)(?: AS \S+)?$`)
	nestedPattern  = regexp.MustCompile(`(?s)^SELECT .*FROM \(\s*(SELECT .*?)\s*\)(?: AS .*)?$`)
)

// parsed is a statement taken apart.
type parsed struct {
	verb     string // MARK, COPY, VIEW, REPLACE, MERGE, INSERT, DROP, NOTHING; empty for a command of statement.go
	table    string
	query    string
	marker   string
	from     []string // tables
	isEmpty  bool     // COPY takes no rows
	isNew    bool     // COPY and REPLACE fail if the table exists
	owner    string
	epoch    int64
	snapshot string
	// isGuarded is true if the statement verifies the snapshot and the marks.
	isGuarded bool
}

func parse(text string) parsed {
	if m := markPattern.FindStringSubmatch(text); m != nil {
		epoch, _ := strconv.ParseInt(m[2], 10, 64)
		return parsed{verb: "MARK", owner: unquote(m[1]), epoch: epoch}
	}
	if ignoredPattern.MatchString(text) {
		return parsed{verb: "NOTHING"}
	}
	if m := copyPattern.FindStringSubmatch(text); m != nil {
		return parsed{verb: "COPY", isNew: m[1] == "", table: plain(m[2]), from: []string{plain(m[3])}, isEmpty: m[4] != ""}
	}
	if m := viewPattern.FindStringSubmatch(text); m != nil {
		return parsed{verb: "VIEW", table: plain(m[1]), from: []string{plain(m[2]), plain(m[3])}}
	}
	if m := replacePattern.FindStringSubmatch(text); m != nil {
		return guarded(parsed{verb: "REPLACE", isNew: m[1] == "", table: plain(m[2]), marker: unquote(m[3])}, m[4])
	}
	if m := mergePattern.FindStringSubmatch(text); m != nil {
		return guarded(parsed{verb: "MERGE", table: plain(m[1])}, m[2])
	}
	if m := mergeInto.FindStringSubmatch(text); m != nil { // into a work table, without a guard
		return parsed{verb: "INSERT", table: plain(m[1]), query: m[2]}
	}
	if m := addPattern.FindStringSubmatch(text); m != nil {
		return parsed{verb: "INSERT", table: plain(m[1]), query: m[2]}
	}
	if m := dropPattern.FindStringSubmatch(text); m != nil {
		return parsed{verb: "DROP", table: plain(m[1])}
	}
	return parsed{}
}

// guarded adds the guard and the query of a publishing statement.
func guarded(p parsed, text string) parsed {
	m := guardPattern.FindStringSubmatch(text)
	if m == nil {
		return parsed{}
	}
	p.epoch, _ = strconv.ParseInt(m[3], 10, 64)
	p.query, p.owner, p.snapshot, p.isGuarded = m[1], unquote(m[2]), m[4], true
	return p
}

// plain returns a qualified name without quotes.
func plain(name string) string { return strings.ReplaceAll(name, `"`, "") }

// effect applies a statement.
func (s *Server) effect(q *query) (engine.Counts, error) {
	a, p := s.autocommit, &q.statement
	switch p.verb {
	case "NOTHING":
		return engine.Counts{}, nil
	case "MARK":
		a.marks[p.owner] = max(a.marks[p.owner], p.epoch)
		return engine.Counts{Inserted: 1}, nil
	case "VIEW":
		a.relations[p.table] = &relation{view: p.from}
		return engine.Counts{}, nil
	case "DROP":
		delete(a.relations, p.table)
		return engine.Counts{}, nil
	case "COPY":
		rows, err := a.rowsOf(p.from[0])
		if p.isEmpty {
			rows = nil
		}
		return engine.Counts{}, a.create(p, rows, err)
	case "INSERT", "MERGE", "REPLACE":
		return s.write(q)
	}
	return (&session{server: s, label: q.label}).exec(q.text)
}

func (a *autocommit) create(p *parsed, rows []string, err error) error {
	if err == nil && p.isNew && a.relations[p.table] != nil {
		err = exists(p.table)
	}
	if err == nil {
		a.put(p.table, rows, "")
	}
	return err
}

func exists(table string) error { return fault.New(fault.Invalid, "table %s exists", table) }

// write changes the rows of a table. A publishing statement conflicts with a change since it started.
func (s *Server) write(q *query) (engine.Counts, error) {
	a, p := s.autocommit, &q.statement
	rows, err := a.evaluate(p.query)
	if err != nil {
		return engine.Counts{}, err
	}
	target := a.relations[p.table]
	switch {
	case p.isNew && target != nil:
		return engine.Counts{}, exists(p.table)
	case p.isNew:
	case target == nil:
		return engine.Counts{}, fault.New(fault.Invalid, "table %s does not exist", p.table)
	case p.isGuarded && target.snapshot != p.snapshot && !s.Mutations.SkipSnapshots:
		return engine.Counts{}, fault.New(fault.Conflict, "the table was changed by another statement")
	}
	change := Change{Table: p.table, Value: strings.Join(rows, ","), Replaces: p.verb == "REPLACE"}
	if p.verb != "REPLACE" {
		rows = slices.Concat(target.rows, rows)
	}
	r := a.put(p.table, rows, q.id)
	if p.marker != "" {
		r.marker = p.marker
	}
	if !strings.HasPrefix(p.table, "_millrace.") {
		commit := Commit{Label: q.label, Changes: []Change{change}}
		s.commits = append(s.commits, commit)
		s.observer(commit)
	}
	return engine.Counts{Inserted: int64(len(rows))}, nil
}

// evaluate returns the rows of a query.
func (a *autocommit) evaluate(text string) ([]string, error) {
	text = strings.TrimSpace(text)
	if m := literalPattern.FindStringSubmatch(text); m != nil {
		return []string{m[1]}, nil
	}
	if m := fromPattern.FindStringSubmatch(text); m != nil && m[1] != "(" {
		return a.rowsOf(plain(m[1]))
	}
	if m := nestedPattern.FindStringSubmatch(text); m != nil {
		return a.evaluate(m[1])
	}
	return nil, fault.New(fault.Invalid, "not a simulated query: %s", text)
}

// rowsOf returns the rows of a table or a view.
func (a *autocommit) rowsOf(name string) ([]string, error) {
	r := a.relations[name]
	if r == nil {
		return nil, fault.New(fault.Invalid, "table %s does not exist", name)
	}
	rows := slices.Clone(r.rows)
	for _, table := range r.view {
		part, err := a.rowsOf(table)
		if err != nil {
			return nil, err
		}
		rows = append(rows, part...)
	}
	return rows, nil
}
