package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
)

// ForeignObjects gives what other environments have in a warehouse. Their nodes may be many, and nearly always are in other places, so
// the database looks at the places before states are read.
func (s *Plans) ForeignObjects(ctx context.Context, query deploy.HeldQuery) ([]difference.ForeignObject, error) {
	if len(query.Places) == 0 {
		return nil, nil
	}
	statement, values, err := s.heldStatement(query)
	if err != nil {
		return nil, err
	}
	var owners []ids.Environment
	var held []difference.ForeignObject
	err = s.db.read(ctx, func(q querier) error {
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
		held = nil
		for i := range states {
			held = addHeld(held, &states[i], owners[i], query.Connection)
		}
		return err
	})
	return held, err
}

// maxPlaces is how many places the database looks for. Of more than these all states are read.
const maxPlaces = 200

// heldStatement selects the states of nodes that are in the places, and of those that have more than one.
func (s *Plans) heldStatement(query deploy.HeldQuery) (statement string, values []any, err error) {
	statement = `SELECT environment_id, state FROM environment_nodes WHERE organization_id = $1 AND environment_id <> $2`
	values = []any{query.Organization, query.Environment}
	if len(query.Places) > maxPlaces {
		return statement, values, nil
	}
	position := "instr"
	if s.db.dialect.name == postgresDialect.name {
		position = "strpos"
	}
	tests := []string{position + `(state, '"left":') > 0`, position + `(state, '"maybe":') > 0`}
	for _, schema := range query.Places {
		text, err := schemaText(schema)
		if err != nil {
			return "", nil, err
		}
		values = append(values, text)
		tests = append(tests, fmt.Sprintf("%s(place, lower(CAST($%d AS text))) > 0", position, len(values)))
	}
	statement = fmt.Sprintf(`SELECT environment_id, state FROM (
		SELECT environment_id, state, lower(substr(state, %s(state, '"place":'), %d)) AS place FROM environment_nodes
		WHERE organization_id = $1 AND environment_id <> $2) AS others WHERE %s`, position, placeLength, strings.Join(tests, " OR "))
	return statement, values, nil
}

// placeLength is more than the place in a stored state takes, whatever the names.
const placeLength = 2000

// schemaText is the schema of a place as a stored state has it. The database is not looked at: where there is only one, it
// may be written or left out.
func schemaText(schema engine.Schema) (string, error) {
	raw, err := json.Marshal(engine.Schema{Name: schema.Name})
	return strings.TrimSuffix(strings.TrimPrefix(string(raw), "{"), "}"), err
}

// addHeld adds what a node of another environment has over a connection. What it was deployed over is not known of states of
// earlier versions; it is taken to be the same.
func addHeld(held []difference.ForeignObject, state *difference.State, owner ids.Environment, over ids.Connection) []difference.ForeignObject {
	for i := range state.Candidates {
		held = addHeld(held, &state.Candidates[i], owner, over)
	}
	if state.Kind == difference.None || state.Connection != "" && state.Connection != string(over) {
		return held
	}
	by := "environment " + ids.FormatNumber(owner)
	for _, left := range state.Leftovers {
		held = append(held, difference.ForeignObject{At: left, By: by})
	}
	return append(held, difference.ForeignObject{At: state.ObjectRef(), By: by})
}
