package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// Needed is what an engine has to report before projects can be compared.
type Needed struct {
	Schemas []engine.Schema // whose relations are needed
	// EarlierSchemas are schemas that only deployed states name. The engine may reject them if the environment has got another
	// engine since.
	EarlierSchemas []engine.Schema
	Types          []string // for TypeQuery
}

// Needs returns what the engine has to report. It reads only Desired and Stored of the input.
func Needs(in Input) Needed {
	places, past, types := map[engine.Schema]bool{}, map[engine.Schema]bool{}, map[string]bool{}
	written := map[string]bool{} // few types of very many columns
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
				types[n.Columns[i].DataType] = true // its template may write the type unchanged
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

// needState adds the schemas and the types of a deployed node.
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

// TypeQuery returns a query whose columns have the needed types, in their order. An engine that describes it reports its own
// names for them. It rejects the whole query if it does not know one of the types; then ask for them one by one.
func TypeQuery(d *dialect.Dialect, types []string) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = fmt.Sprintf("CAST(NULL AS %s) AS %s", t, d.Quote(fmt.Sprintf("c%d", i+1)))
	}
	return "SELECT " + strings.Join(parts, ", ")
}

// hasObject reports whether the node creates an object.
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
