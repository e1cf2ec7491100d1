package snowflake

import (
	"context"
	"database/sql/driver"
	"errors"

	sf "github.com/snowflakedb/gosnowflake/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
)

// Describe lets the server compile the query.
func (s *server) Describe(ctx context.Context, query string) ([]engine.Column, error) {
	text, err := checked(query)
	if err != nil {
		return nil, err
	}
	ctx, done, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	columns, err := s.describeIn(ctx, text)
	if err != nil {
		return nil, s.closedOr(err)
	}
	if first, _ := sqltext.LeadingWords(text); first != "SELECT" && first != "WITH" && first != "VALUES" && first != "(" && first != "" {
		return nil, notAQuery()
	}
	return columns, nil
}

// describer is what the driver's sessions have beyond database/sql. Only its columns tell the precision of times.
type describer interface {
	QueryArrowStream(ctx context.Context, query string, bindings ...driver.NamedValue) (sf.ArrowStreamLoader, error)
}

func (s *server) describeIn(ctx context.Context, text string) (columns []engine.Column, err error) {
	used, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(used)
	this := &call{}
	own := sf.WithQueryTag(sf.WithDescribeOnly(this.with(ctx)), s.settings.tag)
	defer this.cancel(nil)
	defer func() {
		if err != nil {
			_, err = s.ended(ctx, own, used, "", outcome{err: err})
		}
	}()
	defer recovered(&err)
	able, ok := used.Conn.(describer)
	if !ok {
		return nil, errors.New("the driver describes no queries")
	}
	described, err := able.QueryArrowStream(own, text)
	if err != nil {
		return nil, err
	}
	for _, column := range described.RowTypes() {
		columns = append(columns, engine.Column{
			Name: column.Name, Nullable: true,
			Type: typeName{column.Type, column.Length, column.Precision, column.Scale, true}.String(),
		})
	}
	return columns, nil
}
