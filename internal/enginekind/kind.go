package enginekind

// The engine kinds. The API and the project files call them platform kinds.
const (
	DuckDB     = "duckdb"
	DuckLake   = "ducklake"
	Postgres   = "postgres"
	Trino      = "trino"
	Snowflake  = "snowflake"
	Databricks = "databricks"
	BigQuery   = "bigquery"
	Fabric     = "fabric"
)

// Default is the kind of a project that names none, because public projects without a platform are written for Snowflake.
const Default = Snowflake

// Facts are what is known about an engine kind.
type Facts struct {
	Name string
	// Embedded engines run inside one process, in a folder that this process owns.
	Embedded bool
	// DefaultDatabase is the database of a location whose mapping names none. It is empty if qualified names leave the
	// database out.
	DefaultDatabase string
}

// table returns the facts of all kinds, in the order in which texts list them.
func table() []Facts {
	return []Facts{
		{Name: DuckDB, Embedded: true, DefaultDatabase: "millrace"},
		{Name: DuckLake, DefaultDatabase: "millrace"},
		{Name: Postgres},
		{Name: Trino},
		{Name: Snowflake},
		{Name: Databricks},
		{Name: BigQuery},
		{Name: Fabric},
	}
}

// Names lists all kinds.
func Names() []string {
	facts := table()
	names := make([]string, len(facts))
	for i := range facts {
		names[i] = facts[i].Name
	}
	return names
}

// Lookup returns the facts of a kind, and false if there is no such kind.
func Lookup(name string) (Facts, bool) {
	for _, facts := range table() {
		if facts.Name == name {
			return facts, true
		}
	}
	return Facts{}, false
}

// IsEmbedded reports whether an engine of the kind is embedded. It reports false for an unknown kind.
func IsEmbedded(name string) bool {
	facts, _ := Lookup(name)
	return facts.Embedded
}

// DefaultDatabase returns the default database of a kind, and nothing for an unknown kind.
func DefaultDatabase(name string) string {
	facts, _ := Lookup(name)
	return facts.DefaultDatabase
}
