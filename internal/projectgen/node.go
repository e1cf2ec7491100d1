package projectgen

import "strings"

// form is how a node combines what it reads.
type form int

const (
	formSource  form = iota // read, never built
	formSeed                // a small table in the repository
	formPlain               // one table, column by column
	formJoin                // two or three tables
	formUnion               // two tables of one entity, one below the other
	formStar                // SELECT * of one table; SQL only
	formCTE                 // a WITH clause ahead of a join; SQL only
	formSummary             // grouped and counted; SQL only
)

// The storage locations of a generated project.
const (
	locationRaw   = "RAW"
	locationStage = "STAGE"
	locationCore  = "CORE"
	locationMart  = "MART"
)

// node is a node of the model, from which its file is written. All columns exist before any file is written.
type node struct {
	id          string
	name        string
	location    string
	description string
	nodeType    string
	layer       int
	form        form
	isSQL       bool
	isHeavy     bool // with macros
	entity      *entity
	columns     []*column
	groups      []group // source groups: one, or one for each table of a union
	config      []setting
}

// group is one source group: the tables that are read and how they fit together.
type group struct {
	reads []*node
	on    []string // the join condition of reads[1], reads[2], …
	inner bool     // rows without a partner are left out
	where string   // "" for all rows
}

// setting is a key of a node's config, with its value as YAML.
type setting struct{ key, value string }

// column is a column of a node.
type column struct {
	field

	id         string
	origins    [][]origin // its source columns, for each source group
	expression string     // $1 and $2 represent the origins; "" passes the first one through
	flags      []string   // isBusinessKey and the like
	isSystem   bool       // added by the node type, without an origin
	isRequired bool
	isTested   bool // for being there
}

// origin is a column upstream.
type origin struct {
	node   *node
	column *column
}

func (o origin) sql() string { return quoted(o.node.name) + "." + quoted(o.column.name) }

// in returns the column's expression in a source group.
func (c *column) in(group int) string {
	if c.expression == "" {
		return c.origins[group][0].sql()
	}
	text := c.expression
	for i, o := range c.origins[group] {
		text = strings.ReplaceAll(text, placeholders[i], o.sql())
	}
	return text
}

// placeholders represent the first, second and third origin in an expression.
var placeholders = [...]string{"$1", "$2", "$3"}

// ref returns the node as templates name it.
func (n *node) ref() string { return "{{ ref('" + n.location + "', '" + n.name + "') }}" }

// path returns the node's file.
func (n *node) path() string {
	extension := ".yml"
	if n.isSQL {
		extension = ".sql"
	}
	return "nodes/" + n.location + "-" + n.name + extension
}

// isInput reports whether the node reads no other node.
func (n *node) isInput() bool { return n.form == formSource || n.form == formSeed }

// identifyColumns sets the ids of the columns of a SQL node without annotations: their names.
func (n *node) identifyColumns() {
	for _, c := range n.columns {
		if n.isSQL {
			c.id = c.name
		}
	}
}

// from formats the sources of a group, from FROM to the end.
func (g group) from() string {
	return g.fromTables(func(i int) string { return g.reads[i].ref() })
}

// fromTables writes the same with other names for the tables.
func (g group) fromTables(table func(int) string) string {
	var text strings.Builder
	text.WriteString("FROM " + table(0) + " " + quoted(g.reads[0].name))
	join := "\nLEFT JOIN "
	if g.inner {
		join = "\nINNER JOIN "
	}
	for i, on := range g.on {
		text.WriteString(join + table(i+1) + " " + quoted(g.reads[i+1].name) + "\n  ON " + on)
	}
	if g.where != "" {
		text.WriteString("\nWHERE " + g.where)
	}
	return text.String()
}

func quoted(name string) string { return `"` + name + `"` }

// with returns the columns of some roles, without those that a node type adds.
func (n *node) with(roles ...role) []*column {
	var found []*column
	for _, c := range n.columns {
		for _, r := range roles {
			if c.role == r && !c.isSystem {
				found = append(found, c)
			}
		}
	}
	return found
}

// key returns the column that identifies a row; every node that other nodes read has one.
func (n *node) key() *column { return n.with(isKey)[0] }
