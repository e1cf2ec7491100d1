package staging

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/sqltext"
)

// name is a qualified name, part by part, in the form for comparisons.
type name []string

// readName reads a qualified name and the offset of its end.
func readName(d *dialect.Dialect, w *words) (found name, end int) {
	m := readMention(d, w)
	if len(m.ends) > 0 {
		end = m.ends[len(m.ends)-1]
	}
	return m.name, end
}

// partOf returns the current token as a part of a name.
func partOf(d *dialect.Dialect, w *words) string {
	text := w.token.Of(w.text)
	if w.token.Kind == sqltext.Word {
		return d.Comparable(d.Fold(text))
	}
	return d.Comparable(ddl.Unquote(text))
}

// nameOf returns a qualified name of the dialect.
func nameOf(d *dialect.Dialect, qualified string) name {
	found, _ := readName(d, newWords(qualified))
	return found
}

// startsWith reports whether a name is a table, or a column of it, and how many parts the table has. A name without a
// schema is never the table, because the session decides what it means.
func (n name) startsWith(table name) (parts int, ok bool) {
	for _, form := range []name{table, table[max(0, len(table)-2):]} {
		if len(form) > 1 && len(n) >= len(form) && slices.Equal(n[:len(form)], form) {
			return len(form), true
		}
	}
	return 0, false
}

// is reports whether a name is the table.
func (n name) is(table name) bool {
	parts, ok := n.startsWith(table)
	return ok && parts == len(n)
}

// Renaming replaces the name of a table in statements.
type Renaming struct{ From, To string } // qualified names

// Rename replaces tables in a text. A query may use the name of a table for its columns, so the new table gets it as its alias.
func Rename(d *dialect.Dialect, text string, renamings []Renaming) string {
	var out strings.Builder
	copied := 0
	w := newWords(text)
	c := clauses{verb: w.word()}
	for !w.isOver {
		if w.token.Kind != sqltext.Word && w.token.Kind != sqltext.QuotedIdentifier || isKeyword(w.word()) {
			c.read(w.word())
			w.next()
			continue
		}
		found := readMention(d, w)
		isTarget, isRows := c.isTarget(), c.isRows()
		if renaming, parts := found.renamedBy(d, renamings); parts > 0 {
			out.WriteString(text[copied:found.start])
			copied = found.ends[parts-1]
			isPlainTarget := isTarget && (c.verb == "DELETE" || c.verb == "UPDATE") // it can have no alias
			isColumn := parts < len(found.name) || found.isAll
			out.WriteString(c.renamed(d, renaming, isColumn, isRows && !isPlainTarget && !isColumn && !hasAlias(w)))
			c.hasPlainTarget = c.hasPlainTarget || isPlainTarget
		}
		c.hasTarget, c.before = c.hasTarget || isTarget, ""
	}
	return out.String() + text[copied:]
}

// renamed returns what a mention of a renamed table becomes.
func (c *clauses) renamed(d *dialect.Dialect, renaming Renaming, isColumn, needsAlias bool) string {
	switch {
	case isColumn && c.hasPlainTarget && c.depth == 0:
		return lastPart(d, renaming.To) // a column of the target
	case isColumn:
		return lastPart(d, renaming.From)
	case needsAlias:
		return renaming.To + " AS " + lastPart(d, renaming.From)
	default:
		return renaming.To
	}
}

// clauses follows a statement from clause to clause.
type clauses struct {
	verb           string // the first word
	before         string // the word or operator before
	depth          int    // of parentheses
	isFrom         []bool // by depth: a list of relations is being read
	hasTarget      bool   // the relation that the statement changes was read
	hasPlainTarget bool   // it was renamed, and has no alias
}

// read reads a word that is no name, or an operator.
func (c *clauses) read(word string) {
	for len(c.isFrom) <= c.depth {
		c.isFrom = append(c.isFrom, false)
	}
	switch word {
	case "(":
		c.depth++
		c.isFrom = append(c.isFrom[:c.depth], false)
	case ")":
		c.depth = max(c.depth-1, 0)
	case "FROM":
		c.isFrom[c.depth] = true
	case "SELECT", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "OFFSET", "FETCH", "WINDOW", "QUALIFY", "UNION", "EXCEPT", "INTERSECT", "SET", "WHEN", "VALUES":
		c.isFrom[c.depth] = false
	}
	c.before = word
}

// isTarget reports whether the next name is the relation that the statement changes.
func (c *clauses) isTarget() bool {
	switch {
	case c.hasTarget || c.depth > 0:
		return false
	case c.verb == "DELETE":
		return c.before == "FROM"
	case c.verb == "MERGE":
		return c.before == "INTO"
	}
	return c.verb == "UPDATE" && c.before == "UPDATE"
}

// isRows reports whether a relation follows whose columns the statement may name by it.
func (c *clauses) isRows() bool {
	switch c.before {
	case "FROM", "JOIN", "USING":
		return true
	case "INTO":
		return c.verb == "MERGE" && c.isTarget()
	case ",":
		return c.depth < len(c.isFrom) && c.isFrom[c.depth]
	}
	return false
}

// RenameTarget replaces the table that a statement changes, and the others only where the statement reads them: a table can be
// created from its own rows.
func RenameTarget(d *dialect.Dialect, text string, target Renaming, others []Renaming) string {
	end := readStatement(d, text).end
	return Rename(d, text[:end], []Renaming{target}) + Rename(d, text[end:], others)
}

// mention is a qualified name in a text.
type mention struct {
	name  name
	start int
	ends  []int // of its parts
	isAll bool  // a star follows, as in schema.table.*
}

// renamedBy returns the renaming of the table that is mentioned, and how many parts its name has; 0 if there is none.
func (m *mention) renamedBy(d *dialect.Dialect, renamings []Renaming) (Renaming, int) {
	for _, r := range renamings {
		if parts, ok := m.name.startsWith(nameOf(d, r.From)); ok {
			return r, parts
		}
	}
	return Renaming{}, 0
}

func readMention(d *dialect.Dialect, w *words) mention {
	m := mention{start: w.token.Start}
	for !w.isOver && (w.token.Kind == sqltext.Word || w.token.Kind == sqltext.QuotedIdentifier) {
		m.name, m.ends = append(m.name, partOf(d, w)), append(m.ends, w.token.End)
		w.next()
		if w.word() != "." {
			return m
		}
		w.next()
		m.isAll = w.word() == "*"
	}
	return m
}

// hasAlias reports whether the current token, after the name of a table, is an alias.
func hasAlias(w *words) bool {
	if w.isOver {
		return false
	}
	if w.token.Kind == sqltext.QuotedIdentifier || w.word() == "AS" {
		return true
	}
	return w.token.Kind == sqltext.Word && !isKeyword(w.word())
}

// lastPart returns the last part of a qualified name, in quotes.
func lastPart(d *dialect.Dialect, qualified string) string {
	w := newWords(qualified)
	last := ""
	for ; !w.isOver; w.next() {
		if w.word() != "." {
			last = w.token.Of(qualified)
		}
	}
	if !strings.HasPrefix(last, d.Quote("")[:1]) {
		return d.Quote(last)
	}
	return last
}

// isKeyword reports whether an unquoted word cannot be the name or the alias of a table.
func isKeyword(word string) bool {
	switch word {
	case "SELECT", "FROM", "JOIN", "WHERE", "ON", "USING", "GROUP", "ORDER", "HAVING", "LIMIT", "OFFSET", "FETCH", "WINDOW", "QUALIFY",
		"UNION", "EXCEPT", "INTERSECT", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "NATURAL", "TABLESAMPLE", "FOR", "SET", "WHEN",
		"AS", "AND", "OR", "NOT", "IN", "EXISTS", "INTO", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "WITH", "THEN", "MATCHED", "RETURNING":
		return true
	}
	return false
}
