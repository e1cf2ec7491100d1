package render

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/jinja"
)

// function returns a function that templates can call in addition to those of the language and the references.
func (g *rendering) function(name string) (jinja.Value, bool) {
	switch name {
	case "stage":
		return jinja.Function(name, g.stageFunction), true
	case "test_stage":
		return jinja.Function(name, g.testStageFunction), true
	case "get_source_transform":
		return jinja.Function(name, g.sourceTransformFunction), true
	case "get_value_by_column_attribute":
		return jinja.Function(name, g.columnByAttributeFunction), true
	case "hash":
		return jinja.Function(name, g.hashFunction), true
	default:
		return jinja.Value{}, false
	}
}

// functionNames returns the names of these functions.
func functionNames() []string {
	return []string{"stage", "test_stage", "get_source_transform", "get_value_by_column_attribute", "hash"}
}

// filters returns the filters whose meaning differs between SQL and a web page: escape makes a text safe inside '…'.
func filters() map[string]jinja.Filter {
	quote := func(in jinja.Value, args jinja.Arguments) (jinja.Value, error) {
		text, err := args.Text(in)
		if err != nil {
			return jinja.Value{}, err
		}
		return args.NewText(strings.ReplaceAll(text, "'", "''"))
	}
	return map[string]jinja.Filter{"escape": quote, "e": quote, "forceescape": quote, "fromjson": jinja.FilterFromJSON}
}

// tests returns tests that the macros of the library use: most columns have no role and no tests, and one question is faster than
// one for each role.
func tests() map[string]jinja.Test {
	return map[string]jinja.Test{
		"plain_column":  func(in jinja.Value, _ jinja.Arguments) (bool, error) { return isPlainColumn(in), nil },
		"plain_columns": func(in jinja.Value, _ jinja.Arguments) (bool, error) { return in.IsListOf(isPlainColumn), nil },
	}
}

// globals returns functions that templates of other tools for SQL use, and that Jinja2 does not have.
func globals() map[string]jinja.Value {
	return map[string]jinja.Value{"return": jinja.Return(), "fromjson": jinja.FromJSON(), "tojson": jinja.ToJSON()}
}

// columnByAttributeFunction returns the name of the first column with an attribute. If there is none, it returns a text
// that no engine accepts as a column, so that the mistake is visible in the SQL.
func (g *rendering) columnByAttributeFunction(args jinja.Arguments) (jinja.Value, error) {
	bound, err := args.Bind("attribute")
	if err != nil {
		return jinja.Value{}, err
	}
	attribute, err := args.Text(bound[0])
	if err != nil {
		return jinja.Value{}, err
	}
	for i := range g.node.Columns {
		if g.node.Columns[i].Flag(attribute) {
			return jinja.String(g.node.Columns[i].Name), nil
		}
	}
	return jinja.String(fmt.Sprintf("ERR: no column of %s has %s", g.node.Ref(), attribute)), nil
}

// sourceTransformFunction returns the expression that fills a column.
func (g *rendering) sourceTransformFunction(args jinja.Arguments) (jinja.Value, error) {
	bound, err := args.Bind("column")
	if err != nil {
		return jinja.Value{}, err
	}
	column, isDict := bound[0].AsDict()
	if !isDict {
		return jinja.Value{}, functionError("get_source_transform() needs a column, not "+bound[0].Repr(), "pass one of source.columns")
	}
	expression, err := g.sourceExpression(column, sourcing{args: args})
	return jinja.String(expression), err
}

// Hashes of hashes could be recursive, or grow exponentially.
const (
	deepestHash   = 8
	maxHashed     = 50_000
	maxHashedText = 4 << 20
)

// sourcing is the call that an expression is built for, with its limits and the nesting depth of hashes.
type sourcing struct {
	args  jinja.Arguments
	depth int
}

// sourceExpression returns the hash of a hash column, else the transform, else the first source column, else NULL.
func (g *rendering) sourceExpression(column *jinja.Dict, s sourcing) (string, error) {
	if details, ok := column.Get("hashDetails"); ok {
		if hash, isDict := details.AsDict(); isDict && hash.Len() > 0 {
			return g.hashOf(hash, column, s)
		}
	}
	if value, ok := column.Get("transform"); ok {
		if text, isText := value.AsString(); isText && strings.TrimSpace(text) != "" {
			return text, nil
		}
	}
	if value, ok := column.Get("source"); ok {
		return s.args.Text(value)
	}
	references, _ := column.Get("sourceColumns")
	return g.referenceExpression(references.Index(0)), nil
}

// referenceExpression returns "NODE"."COLUMN" of an entry of sourceColumns, for columns that a template built itself.
func (g *rendering) referenceExpression(reference jinja.Value) string {
	node := textOf(reference.Attr("node").Attr("name"))
	return qualifiedColumn(g.target.Dialect, node, textOf(reference.Attr("column").Attr("name")))
}

func (g *rendering) hashOf(details, column *jinja.Dict, s sourcing) (string, error) {
	if s.depth >= deepestHash {
		return "", functionError("hashes of hashes are nested too deeply", "remove the hash column from its own columns")
	}
	columns, _ := details.Get("columns")
	algorithm, _ := details.Get("algorithm")
	dataType, _ := column.Get("dataType")
	s.depth++
	return g.hash(hashRequest{columns: columns, algorithm: algorithm, dataType: dataType, sourcing: s})
}

// hashFunction returns the hash of a list of columns or expressions.
func (g *rendering) hashFunction(args jinja.Arguments) (jinja.Value, error) {
	bound, err := args.Bind("columns", "algo?", "datatype?")
	if err != nil {
		return jinja.Value{}, err
	}
	hash, err := g.hash(hashRequest{columns: bound[0], algorithm: bound[1], dataType: bound[2], sourcing: sourcing{args: args}})
	if err != nil {
		return jinja.Value{}, err
	}
	return args.NewText(hash)
}

type hashRequest struct {
	sourcing

	columns, algorithm, dataType jinja.Value
}

func (g *rendering) hash(q hashRequest) (string, error) {
	items := []jinja.Value{q.columns}
	if kind := q.columns.Kind(); kind != jinja.KindDict && kind != jinja.KindString {
		var err error
		if items, err = q.args.Items(q.columns); err != nil {
			return "", err
		}
	}
	expressions := make([]string, len(items))
	if g.hashed += len(items); g.hashed > maxHashed {
		return "", functionError(fmt.Sprintf("more than %d columns in the hashes of one node", maxHashed), "hash fewer columns")
	}
	size := 0
	for i, item := range items {
		var err error
		if expressions[i], err = g.hashedExpression(item, q.sourcing); err != nil {
			return "", err
		}
		if size += len(expressions[i]); size > maxHashedText {
			return "", functionError(fmt.Sprintf("a hash of more than %d bytes of expressions", maxHashedText), "hash fewer columns")
		}
	}
	return g.hashExpression(expressions, textOf(q.algorithm), textOf(q.dataType))
}

// hashedExpression returns the expression of a column, or the text that is passed in place of a column.
func (g *rendering) hashedExpression(item jinja.Value, s sourcing) (string, error) {
	if column, isDict := item.AsDict(); isDict {
		return g.sourceExpression(column, s)
	}
	return s.args.Text(item)
}

// defaultHash is the algorithm of hashes that do not choose one.
const defaultHash = "MD5"

// hashExpression hashes the values as texts. The data type is that of the result.
func (g *rendering) hashExpression(expressions []string, algorithm, dataType string) (string, error) {
	hash, err := g.target.Dialect.Hash(expressions, cmp.Or(algorithm, defaultHash), "")
	if err != nil {
		told := fault.From(err)
		return "", functionError(told.Message, told.Hint)
	}
	if dataType == "" {
		return hash, nil
	}
	return g.target.Dialect.Cast(hash, dataType), nil
}

// textOf returns the text of a value, and "" if it is not a text.
func textOf(value jinja.Value) string {
	text, _ := value.AsString()
	return text
}

// functionError returns an error of a function, with a hint.
func functionError(message, hint string) error {
	return &jinja.Error{Kind: jinja.CallError, Message: message, Hint: hint}
}
