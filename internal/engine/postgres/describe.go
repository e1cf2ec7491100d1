package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// Describe prepares the query on the server, which neither plans nor stores it.
func (s *server) Describe(ctx context.Context, query string) ([]engine.Column, error) {
	if err := check(query); err != nil {
		return nil, err
	}
	fields, err := s.fields(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		return nil, notAQuery()
	}
	return s.types.columns(fields, func(r request) (answer, error) { return s.ask(ctx, r) })
}

func (s *server) fields(ctx context.Context, query string) ([]field, error) {
	var fields []field
	err := s.withAdminConnection(ctx, func(ctx context.Context, w wire) error {
		description, err := w.connection.Prepare(ctx, "", query, nil)
		if err != nil {
			return err
		}
		for _, f := range description.Fields {
			fields = append(fields, field{f.Name, f.DataTypeOID, f.TypeModifier})
		}
		return nil
	}, query)
	return fields, err
}
