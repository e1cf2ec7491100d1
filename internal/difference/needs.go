package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// Needed is what has to be known about an engine before projects can be compared.
type Needed struct {
	Schemas []engine.Schema // whose catalogs are asked for
	// EarlierSchemas are more of them, which only nodes need that were deployed there. An engine that was changed for another may
	// refuse them.
	EarlierSchemas []engine.Schema
	Types          []string // as TypeQuery takes them
}

// Needs says what has to be known about the engine. Of the input, only Desired and Stored are looked at.
func Needs(in Input) Needed {
	places, past, types := map[engine.Schema]bool{}, map[engine.Schema]bool{}, map[string]bool{}
	written := map[string]bool{} // few types, of very many columns
	words := in.Desired.Renderer.Dialect()
	for _, n := range in.Desired.Nodes() {
		if !n.DeployEnabled {
			continue
		}
		if hasObject(n) {
			places[schemaOf(in.Desired, n)] = true
		}
		for i := range n.Columns {
			written[n.Columns[i].DataType] = true
			if n.Type != nil && !n.Type.IsBuiltIn {
				types[n.Columns[i].DataType] = true // its template may write it as it is
			}
		}
	}
	for kind := range written {
		types[words.Type(kind)] = true
	}
	for _, state := range in.Stored {
		needState(&state, past, types)
		for i := range state.Candidates {
			needState(&state.Candidates[i], past, types)
		}
	}
	delete(types, "")
	types[words.Type(keyType)] = true
	for schema := range places {
		delete(past, schema)
	}
	return Needed{Schemas: sortedSchemas(places), EarlierSchemas: sortedSchemas(past), Types: sortedKeys(types)}
}

// needState adds the places and the types of something deployed.
func needState(state *State, past map[engine.Schema]bool, types map[string]bool) {
	if state.Kind == None {
		return
	}
	past[state.Schema] = true
	for _, left := range state.Leftovers {
		past[left.Schema] = true
	}
	for _, column := range state.Columns {
		types[column.Type] = true
	}
}

// keyType is the type of surrogate keys.
const keyType = "BIGINT"

// TypeQuery is a query whose columns have the types that are needed, in their order. An engine that describes it tells its
// own words for them. It refuses the query as a whole when it does not know one of them; then they are asked for one by one.
func TypeQuery(d *dialect.Dialect, types []string) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = fmt.Sprintf("CAST(NULL AS %s) AS %s", t, d.Quote(fmt.Sprintf("c%d", i+1)))
	}
	return "SELECT " + strings.Join(parts, ", ")
}

// hasObject reports whether the node has an object of its own.
func hasObject(n *compiler.Node) bool { return n.Create != nil && len(n.Create.Stages) > 0 }

func schemaOf(c *compiler.Compilation, n *compiler.Node) engine.Schema {
	place := c.Renderer.MappingOf(n.Node)
	return engine.Schema{Database: place.Database, Name: place.Schema}
}

func sortedSchemas(set map[engine.Schema]bool) []engine.Schema {
	schemas := make([]engine.Schema, 0, len(set))
	for schema := range set {
		schemas = append(schemas, schema)
	}
	slices.SortFunc(schemas, compareSchemas)
	return schemas
}

func compareSchemas(a, b engine.Schema) int {
	if a.Database != b.Database {
		return strings.Compare(a.Database, b.Database)
	}
	return strings.Compare(a.Name, b.Name)
}

func sortedKeys(set map[string]bool) []string {
	keys := make([]string, 0, len(set))
	for key := range set {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
