package dialect_test

import (
	"database/sql"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers pgx with database/sql

	"github.com/millrace/millrace/internal/dialect"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers duckdb with database/sql
	"github.com/millrace/millrace/internal/pgtest"
)

// session is a session of a real engine and the engine's dialect.
type session struct {
	*dialect.Dialect

	t          *testing.T
	connection *sql.Conn // one, because work tables belong to it
}

// onEngines runs a test on every available engine.
func onEngines(t *testing.T, test func(s session)) {
	t.Helper()
	t.Run("duckdb", func(t *testing.T) {
		t.Parallel()
		test(open(t, "duckdb", ":memory:?threads=1", "duckdb"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(open(t, "pgx", pgtest.Database(t)+"&default_query_exec_mode=exec", "postgres"))
	})
}

func open(t *testing.T, driver, address, kind string) session {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	connection, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = connection.Close()
		_ = db.Close()
	})
	s := session{lookup(t, kind), t, connection}
	s.exec(`CREATE SCHEMA "S p"`)
	return s
}

func (s session) exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		if statement == "" {
			continue
		}
		if _, err := s.connection.ExecContext(s.t.Context(), statement); err != nil {
			s.t.Fatalf("%v\n%s", err, statement)
		}
	}
}

// text returns the single value of a query.
func (s session) text(expression string) string {
	s.t.Helper()
	var value sql.NullString
	if err := s.connection.QueryRowContext(s.t.Context(), "SELECT CAST("+expression+" AS VARCHAR)").Scan(&value); err != nil {
		s.t.Fatalf("%v\n%s", err, expression)
	}
	return value.String
}

func TestStatements(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		table := s.Qualify("", "S p", `T "x"`)
		other := dialect.Column{Name: "B b", Type: "VARCHAR(9)", Default: "'it''s'", NotNull: true}
		for range 2 { // a second time over what is there
			if !s.Capabilities().ReplacesTables {
				s.exec(s.DropTable(table))
			}
			s.exec(
				s.CreateKey(table),
				s.CreateTable(table)+" ("+s.DefineKey(table, "K")+", "+s.Define(dialect.Column{Name: "A", Type: "NUMBER(9,2)"})+", "+s.Define(other)+")",
				"INSERT INTO "+table+` ("A") VALUES (1.5), (2.5)`,
			)
		}
		s.exec(
			s.AddColumn(table, dialect.Column{Name: "C", Type: "INTEGER", Default: "7"}),
			s.RenameColumn(table, dialect.Rename{From: "C", To: "D"}),
			s.SetColumnType(table, dialect.Column{Name: "D", Type: "STRING"}),
			s.SetColumnDefault(table, dialect.Column{Name: "D", Default: "'d'"}),
			s.SetColumnNull(table, dialect.Column{Name: "D", NotNull: true}),
			s.SetColumnNull(table, dialect.Column{Name: "D"}),
			s.SetColumnDefault(table, dialect.Column{Name: "D"}),
			"INSERT INTO "+table+` ("A") VALUES (3.5)`,
		)
		got := s.text(`(SELECT string_agg(CAST("A" AS VARCHAR) || "B b" || COALESCE("D", '-'), ' ' ORDER BY "A") FROM ` + table + `)`)
		if got != "1.50it's7 2.50it's7 3.50it's-" {
			s.t.Errorf("rows: %s", got)
		}
		if got := s.text(`(SELECT COUNT(DISTINCT "K") FROM ` + table + `)`); got != "3" {
			s.t.Errorf("%s keys", got)
		}
		s.exec(s.RenameTable(table, "U"))
		renamed := s.Qualify("", "S p", "U")
		s.exec(s.EmptyTable(renamed), s.DropColumn(renamed, "D"), s.DropTable(renamed), s.DropTable(renamed), s.DropKey(table), s.DropKey(table))
	})
}

func TestUpdateFromWorkTable(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		table, view := s.Qualify("", "S p", "T"), s.Qualify("", "S p", "V")
		work := s.WorkTable(table)
		s.exec(
			"CREATE TABLE "+table+` ("K" INTEGER, "A" INTEGER)`, "INSERT INTO "+table+" VALUES (1, 1), (NULL, NULL), (3, 3)",
			s.DropTable(work), s.CreateWorkTable(work)+` AS SELECT "K", "A" FROM `+table,
			"UPDATE "+work+` SET "A" = 9 WHERE "K" = 1 OR "K" IS NULL`,
			s.UpdateFrom(dialect.Update{
				Table: table, From: work, Set: []string{`"A" = loaded."A"`},
				On: s.SameKey(`target."K"`, `loaded."K"`), Where: s.Differs(`target."A"`, `loaded."A"`),
			}),
			s.DropTable(work),
			s.CreateView(view)+` AS SELECT "A" FROM `+table, s.CreateView(view)+` AS SELECT "A" FROM `+table,
		)
		if got := s.text(`(SELECT string_agg(CAST("A" AS VARCHAR), ' ' ORDER BY "A") FROM ` + view + `)`); got != "3 9 9" {
			s.t.Errorf("rows: %s", got)
		}
		s.exec(s.DropView(view), s.DropView(view))
	})
}

// AdvanceKey continues the keys above inserted ones, also if it runs repeatedly. DuckDB may skip one number.
func TestAdvanceKeyContinuesAboveInsertedKeys(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		table := s.Qualify("", "S p", "T x")
		s.exec(s.CreateKey(table), s.CreateTable(table)+" ("+s.DefineKey(table, "K")+`, "A" INTEGER)`,
			s.AdvanceKey(table, "K"), "INSERT INTO "+table+` ("K", "A") VALUES (41, 1)`,
			s.AdvanceKey(table, "K"), s.AdvanceKey(table, "K"), "INSERT INTO "+table+` ("A") VALUES (2)`)
		if got := s.text(`(SELECT "K" FROM ` + table + ` WHERE "A" = 2)`); got != "42" && (s.Name() != "duckdb" || got != "43") {
			s.t.Errorf("the next key is %s", got)
		}
	})
}

// Tables have equal digests if and only if they have the same rows, in any order. A column may have any name.
func TestDigests(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		seen := map[string]string{}
		for rows, same := range map[string]string{
			"": "", "(1, 'a'), (2, NULL)": "(2, NULL), (1, 'a')", "(1, 'a')": "(1, 'a')", "(1, 'a'), (1, 'a')": "(1, 'a'), (1, 'a')",
			"(NULL, NULL)": "(NULL, NULL)", "(2, 'a'), (1, NULL)": "(1, NULL), (2, 'a')", "(1, ''), (2, NULL)": "(2, NULL), (1, '')",
		} {
			digest := s.digest(rows)
			if again := s.digest(same); again != digest {
				s.t.Errorf("%q has the digest %s, and %q %s", rows, digest, same, again)
			}
			if other, taken := seen[digest]; taken {
				s.t.Errorf("%q and %q have the digest %s", rows, other, digest)
			}
			seen[digest] = rows
		}
	})
}

// digest returns the digest of a table with these rows.
func (s session) digest(rows string) string {
	s.t.Helper()
	table := s.Qualify("", "S p", "T")
	s.exec(s.DropTable(table), "CREATE TABLE "+table+` ("t" INTEGER, "hash" VARCHAR(9))`)
	if rows != "" {
		s.exec("INSERT INTO " + table + " VALUES " + rows)
	}
	return s.text("(" + s.Digest(table) + ")")
}

// MoveTable keeps the rows, on engines that can move tables.
func TestMoveTableKeepsRows(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		table := s.Qualify("", "S p", "T")
		if s.MoveTable(table, "other") == "" {
			return
		}
		s.exec(`CREATE SCHEMA "other"`, "CREATE TABLE "+table+` ("A" INTEGER)`, "INSERT INTO "+table+" VALUES (1)", s.MoveTable(table, "other"))
		if got := s.text(`(SELECT "A" FROM ` + s.Qualify("", "other", "T") + ")"); got != "1" {
			s.t.Errorf("the table contains %s", got)
		}
	})
}

// MakeKey adds a key to a table that was created from a query.
func TestMakeKeyOfTableFromQuery(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		table := s.Qualify("", "S p", "T")
		s.exec(s.CreateKey(table), s.CreateTable(table)+" AS SELECT "+s.Cast("NULL", "BIGINT")+` AS "K", 1 AS "A" WHERE 1 = 0`,
			s.SetColumnNull(table, dialect.Column{Name: "K", NotNull: true}), s.MakeKey(table, "K"),
			"INSERT INTO "+table+` ("A") VALUES (1), (2)`)
		if got := s.text(`(SELECT COUNT(DISTINCT "K") FROM ` + table + `)`); got != "2" {
			s.t.Errorf("%s keys", got)
		}
	})
}

func TestExpressions(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		earlier, err := s.Shift(s.Moment("2024-03-31 12:00:00"), -1, "month")
		if err != nil {
			s.t.Fatal(err)
		}
		hash := func(algorithm, dataType string, of ...string) string {
			text, err := s.Hash(of, algorithm, dataType)
			if err != nil {
				s.t.Fatal(err)
			}
			return text
		}
		for expression, want := range map[string]string{
			earlier:                      "2024-02-29 12:00:00",
			s.Literal("it's \\ 100 %\n"): "it's \\ 100 %\n",
			s.Differs("NULL", "NULL") + " OR " + s.Same("1", "NULL"):    "false",
			s.Differs("1", "NULL") + " AND " + s.Same("NULL", "NULL"):   "true",
			s.SameKey("CAST(NULL AS INTEGER)", "CAST(NULL AS INTEGER)"): "true",
			s.SameKey("CAST(NULL AS INTEGER)", "1"):                     "false",
			s.Boolean(true) + " AND NOT " + s.Boolean(false):            "true",
			s.Cast(s.Now(), "DATE") + " = CURRENT_DATE OR TRUE":         "true",
			// The same value has the same hash on every engine; these are of 'a||b||~null~'.
			hash("MD5", "", "'a'", "'b'", "NULL"):    "60adacf7525df6ffe4399eb520991b03",
			hash("SHA256", "", "'a'", "'b'", "NULL"): "05e1d1f6e512b5b49a0b7cb75b36f60820b487164742ee165d6cfb9d81fa8c23",
		} {
			if got := s.text(expression); got != want {
				s.t.Errorf("%s = %q, want %q", expression, got, want)
			}
		}
		if got := s.text("octet_length(" + hash("MD5", "BINARY", "1") + ")"); got != "16" {
			s.t.Errorf("a hash of bytes has %s of them", got)
		}
	})
}

// The types that the library and projects use are types of the engine.
func TestTypesExist(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s session) {
		for written := range strings.FieldsSeq(`VARCHAR VARCHAR(256) VARCHAR(16777216) STRING TEXT CHAR(3) TINYINT SMALLINT INTEGER INT BIGINT NUMBER
			NUMBER(38,0) NUMBER(10,2) DECIMAL(10,2) NUMERIC FLOAT DOUBLE REAL BOOLEAN DATE TIME TIMESTAMP TIMESTAMP(6) TIMESTAMP_NTZ
			TIMESTAMP_NTZ(9) TIMESTAMP_LTZ TIMESTAMP_TZ DATETIME VARIANT OBJECT ARRAY JSON BINARY VARBINARY(8)`) {
			s.exec("CREATE TABLE " + s.Quote(written) + " (" + s.Define(dialect.Column{Name: "A", Type: written}) + ")")
		}
	})
}
