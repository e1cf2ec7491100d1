package difference

import (
	"strings"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// columnDiff is how the columns of a table have to change.
type columnDiff struct {
	kept    []keptColumn
	added   []*StateColumn
	dropped []*engine.Column
	changes []ColumnChange
	// affectsViews reports whether columns are dropped, renamed or get another type, so that views over the table have to be
	// recreated.
	affectsViews bool
	// hasUnknownType reports whether a column gets a type that only the engine knows.
	hasUnknownType bool
	// query is a query that the engine has to describe before the type of a column is known; empty if there is none.
	query string
}

// keptColumn is a column that keeps its values.
type keptColumn struct {
	from     *engine.Column
	to       *StateColumn
	deployed *StateColumn // nil if it is not known
}

// expressionChanged reports whether the engine has to infer the type of the column again.
func (k keptColumn) expressionChanged() bool {
	return k.to.Type == "" && k.deployed != nil && k.deployed.ExpressionFingerprint != k.to.ExpressionFingerprint
}

// columnMatcher finds the column of the table for each column of the node: by the id that it was deployed with, else by name.
type columnMatcher struct {
	*nodeFacts

	byID     map[transform.ColumnID]*engine.Column // deployed columns that are not matched yet
	byName   map[string]*engine.Column             // other columns that are not matched yet
	deployed map[transform.ColumnID]*StateColumn
}

// compareColumns compares the columns of the observed table with those of the node.
func compareColumns(n *nodeFacts) *columnDiff {
	m := columnMatcher{
		nodeFacts: n, byID: map[transform.ColumnID]*engine.Column{}, byName: map[string]*engine.Column{},
		deployed: map[transform.ColumnID]*StateColumn{},
	}
	states := map[string]*StateColumn{} // by name
	if n.deployed != nil {
		for i := range n.deployed.Columns {
			states[n.dialect.Comparable(n.deployed.Columns[i].Name)] = &n.deployed.Columns[i]
		}
	}
	for i := range n.observed.Columns {
		column := &n.observed.Columns[i]
		name := n.dialect.Comparable(column.Name)
		if state, known := states[name]; known {
			m.byID[state.ID], m.deployed[state.ID] = column, state
		} else {
			m.byName[name] = column
		}
	}
	return m.match()
}

func (m *columnMatcher) match() *columnDiff {
	d := &columnDiff{}
	for i := range m.desired.Columns {
		to := &m.desired.Columns[i]
		id, name := m.deployedID(to), m.dialect.Comparable(to.Name)
		from, isKept := m.byID[id]
		if isKept {
			delete(m.byID, id)
		} else if from, isKept = m.byName[name]; isKept {
			delete(m.byName, name)
		}
		if !isKept {
			d.added = append(d.added, to)
			continue
		}
		d.kept = append(d.kept, keptColumn{from, to, m.deployed[id]})
	}
	for i := range m.observed.Columns {
		column := &m.observed.Columns[i]
		if id, isDropped := m.unmatchedID(column.Name); isDropped {
			d.dropped = append(d.dropped, column)
			d.changes = append(d.changes, ColumnChange{Column: id, Name: column.Name, Action: ColumnDropped, From: column.Type})
		}
	}
	m.listChanges(d)
	return d
}

// deployedID returns the id that a column was deployed with. The surrogate key stays the same column even if its id changes,
// because rows of other tables contain its values.
func (m *columnMatcher) deployedID(to *StateColumn) transform.ColumnID {
	before := m.nodeFacts.deployed
	if _, isKnown := m.deployed[to.ID]; isKnown || before == nil || before.Key == "" || to.Name != m.desired.Key {
		return to.ID
	}
	key := transform.ColumnID(before.Key)
	for i := range before.Columns {
		if m.sameName(before.Columns[i].Name, before.Key) {
			key = before.Columns[i].ID
			break
		}
	}
	for i := range m.desired.Columns {
		if m.desired.Columns[i].ID == key {
			return to.ID // the key of then is another column now
		}
	}
	return key
}

// unmatchedID returns the id of an observed column that no column of the node matches.
func (m *columnMatcher) unmatchedID(name string) (transform.ColumnID, bool) {
	if _, isUnmatched := m.byName[m.dialect.Comparable(name)]; isUnmatched {
		return transform.ColumnID(name), true
	}
	if m.nodeFacts.deployed != nil {
		for i := range m.nodeFacts.deployed.Columns {
			id := m.nodeFacts.deployed.Columns[i].ID
			if column, ok := m.byID[id]; ok && column.Name == name {
				return id, true
			}
		}
	}
	return "", false
}

// listChanges lists what happens to each column, in the order of the node.
func (m *columnMatcher) listChanges(d *columnDiff) {
	if m.desired.ColumnsUnknown {
		d.changes, d.added = nil, nil // the new columns are unknown; the old ones may be lost
	}
	d.affectsViews = len(d.dropped) > 0
	for i := range d.kept {
		m.inferType(d, &d.kept[i])
	}
	for _, k := range d.kept {
		m.listKept(d, k)
	}
	for _, to := range d.added {
		d.changes = append(d.changes, ColumnChange{Column: to.ID, Name: to.Name, Action: ColumnAdded, To: m.typeName(to.Type)})
		d.hasUnknownType = d.hasUnknownType || to.Type == ""
	}
}

func (m *columnMatcher) listKept(d *columnDiff, k keptColumn) {
	list := func(action ColumnAction, from, to string) {
		d.changes = append(d.changes, ColumnChange{Column: k.to.ID, Name: k.to.Name, Action: action, From: from, To: to})
	}
	if !m.sameName(k.from.Name, k.to.Name) {
		list(ColumnRenamed, k.from.Name, k.to.Name)
		d.affectsViews = true
	}
	if m.desired.ColumnsUnknown {
		return
	}
	if !m.sameType(k.to.Type, k.from.Type) {
		list(ColumnRetyped, k.from.Type, m.typeName(k.to.Type))
		d.affectsViews = true
	}
	if k.expressionChanged() {
		list(ColumnRetyped, k.from.Type, "")
		d.affectsViews, d.hasUnknownType = true, true
	}
	if k.from.Nullable != k.to.Nullable {
		list(ColumnNullable, nullClause(k.from.Nullable), nullClause(k.to.Nullable))
	}
	if k.deployed != nil && k.deployed.Default != k.to.Default {
		list(ColumnDefaulted, k.deployed.Default, k.to.Default)
	}
}

func nullClause(nullable bool) string {
	if nullable {
		return "NULL"
	}
	return "NOT NULL"
}

// inferType finds the type of a column whose expression changed and that has no written type: the engine describes the query
// of the table. Until it has, and if it cannot, the type stays unknown.
func (m *columnMatcher) inferType(d *columnDiff, k *keptColumn) {
	if m.desired.ColumnsUnknown || !k.expressionChanged() || !m.readsUnchanged(m.id(), map[transform.NodeID]bool{}) {
		return
	}
	query := m.tableQuery()
	if query == "" {
		return
	}
	columns, isDescribed := m.in.Observed.Described[query]
	if !isDescribed {
		d.query = query
		return
	}
	for _, c := range columns {
		if m.sameName(c.Name, k.to.Name) {
			to := *k.to
			to.Type = c.Type
			k.to = &to
		}
	}
}

// tableQuery returns the query that the table of the node is created from; empty if it is created in another way.
func (n *nodeFacts) tableQuery() string {
	begin := sqltext.Canonical(n.dialect.CreateTable(n.object()) + " AS")
	for i := range n.node.Create.Stages {
		head, query, isCut := strings.Cut(n.node.Create.Stages[i].SQL, " AS\n")
		if isCut && sqltext.Canonical(head+" AS") == begin {
			return query
		}
	}
	return ""
}

// mayChangeType reports whether the new table may have another, unknown type for a column than the old one.
func (n *nodeFacts) mayChangeType(k keptColumn) bool {
	return k.to.Type == "" && k.to.Name != n.desired.Key && (k.expressionChanged() || !n.readsUnchanged(n.id(), map[transform.NodeID]bool{}))
}

// losesValues reports whether no value of a column fits its new type.
func (n *nodeFacts) losesValues(k keptColumn) bool {
	return !n.sameType(k.to.Type, k.from.Type) && ddl.Convert(k.from.Type, n.typeName(k.to.Type)) == ddl.Impossible
}
