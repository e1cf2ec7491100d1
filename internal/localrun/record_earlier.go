package localrun

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// earlierRecordTable is the table in which earlier versions stored records: which objects runs created, without builds.
const earlierRecordTable = "created"

// convert moves the records of an earlier version to the table of records.
func (r records) convert(ctx context.Context, session engine.Session) error {
	rows, err := session.Query(ctx, "SELECT node, name, schema_name, object_name, fingerprint FROM "+r.earlier, maxRecords)
	if err != nil {
		return err
	}
	if err := session.Begin(ctx); err != nil {
		return err
	}
	list := make([]record, len(rows.Values))
	for i, values := range rows.Values {
		texts := make([]string, 5)
		for j := range min(len(values), len(texts)) {
			texts[j], _ = values[j].(string)
		}
		list[i] = record{node: transform.NodeID(texts[0]), recordEntry: recordEntry{
			Name: texts[1], Schema: texts[2], Object: texts[3], Structure: texts[4],
		}}
	}
	if len(list) > 0 {
		if _, err := session.Exec(ctx, r.insert(list...)); err != nil {
			return err
		}
	}
	if _, err := session.Exec(ctx, r.dialect.DropTable(r.earlier)); err != nil {
		return err
	}
	return session.Commit(ctx)
}
