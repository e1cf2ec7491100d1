package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
)

// ForeignObjects returns the objects that other environments have deployed in the same engine. Their nodes may be many
// and are nearly always in other schemas, so the database compares the schemas before the states are decoded.
func (s *Plans) ForeignObjects(ctx context.Context, query deploy.ForeignObjectQuery) ([]difference.ForeignObject, error) {
	if len(query.Schemas) == 0 {
		return nil, nil
	}
	statement, values, err := s.foreignStatement(query)
	if err != nil {
		return nil, err
	}
	var owners []ids.Environment
	var foreign []difference.ForeignObject
	err = s.db.read(ctx, func(q querier) error {
		reach, err := findReach(ctx, q, query)
		if err != nil {
			return err
		}
		owners = nil
		stored, err := queryAll(ctx, q, func(scan scanner) (raw []byte, err error) {
			var owner ids.Environment
			err = scan(&owner, &raw)
			owners = append(owners, owner)
			return raw, err
		}, statement, values...)
		if err != nil {
			return err
		}
		states, err := decodeStates(stored)
		foreign = nil
		for i := range states {
			foreign = reach.addForeign(foreign, &states[i], owners[i])
		}
		return err
	})
	return foreign, err
}

// maxSchemas is the maximum number of schemas in one condition. With more schemas all states are read.
const maxSchemas = 200

// foreignStatement returns the SELECT of the states of nodes in the schemas, and of those that have more than one
// object.
func (s *Plans) foreignStatement(query deploy.ForeignObjectQuery) (statement string, values []any, err error) {
	statement = `SELECT environment_id, state FROM environment_nodes WHERE organization_id = $1 AND environment_id <> $2`
	values = []any{query.Organization, query.Environment}
	if len(query.Schemas) > maxSchemas {
		return statement, values, nil
	}
	position := "instr"
	if s.db.dialect.name == postgresDialect.name {
		position = "strpos"
	}
	tests := []string{position + `(state, '"left":') > 0`, position + `(state, '"maybe":') > 0`}
	for _, schema := range query.Schemas {
		text, err := schemaText(schema)
		if err != nil {
			return "", nil, err
		}
		values = append(values, text)
		tests = append(tests, fmt.Sprintf("%s(place, lower(CAST($%d AS text))) > 0", position, len(values)))
	}
	statement = fmt.Sprintf(`SELECT environment_id, state FROM (
		SELECT environment_id, state, lower(substr(state, %s(state, '"place":'), %d)) AS place FROM environment_nodes
		WHERE organization_id = $1 AND environment_id <> $2) AS others WHERE %s`, position, maxSchemaText, strings.Join(tests, " OR "))
	return statement, values, nil
}

// maxSchemaText is more than the length of the schema in a stored state. The stored key is "place".
const maxSchemaText = 2000

// schemaText returns a schema as a stored state has it. It ignores the database, because an engine with one database
// may leave it out.
func schemaText(schema engine.Schema) (string, error) {
	raw, err := json.Marshal(engine.Schema{Name: schema.Name})
	return strings.TrimSuffix(strings.TrimPrefix(string(raw), "{"), "}"), err
}

// addForeign adds the objects of a node of another environment that can be reached. States of earlier versions have no
// connection; they count as deployed over the same one.
func (r *reach) addForeign(foreign []difference.ForeignObject, state *difference.State, owner ids.Environment) []difference.ForeignObject {
	for i := range state.Candidates {
		foreign = r.addForeign(foreign, &state.Candidates[i], owner)
	}
	if state.Kind == difference.None || state.Connection != "" && !r.connections[state.Connection] {
		return foreign
	}
	by := "environment " + ids.FormatNumber(owner)
	for _, object := range append(slices.Clone(state.Leftovers), state.ObjectRef()) {
		if !r.isPrivate(object.Schema, owner) {
			foreign = append(foreign, difference.ForeignObject{At: object, Environment: by})
		}
	}
	return foreign
}
