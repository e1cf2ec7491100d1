package attack_test

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// A contributor with a project of their own lists the catalog of the connection, to learn the names of tables of others.
func TestConnectionCatalogOfAnotherProject(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newPayroll(t, database, object{"mappings": object{"PAY": object{"database": "ledger", "schema": "PAY"}}})
		mallory := f.person("mallory@example.com", "contributor", "", "")
		mine := f.workspace(mallory.Token, f.NewProject(mallory.Token, "Mine"))
		for _, query := range []string{
			"", "?q=ledger", "?database=ledger", "?database=LEDGER&schema=PAY", "?database=ledger&schema=PAY&table=SALARY",
			"?database=millrace&schema=PAY", "?database=system", "?database=x%27%20OR%20true%20--",
		} {
			body := string(f.Get(mallory.Token, mine+"/catalog"+query).Want(http.StatusOK).Body)
			for _, secret := range []string{"ledger", "SALARY", "PAY", "amount"} {
				if strings.Contains(body, secret) {
					t.Errorf("%s shows %s: %s", query, secret, body)
				}
			}
		}
		_, outsider := f.NewOrganization("Rival", "boss@rival.example")
		f.Get(outsider.Token, mine+"/catalog").Want(http.StatusNotFound)
	})
}

// On PostgreSQL the catalog of a workspace has what the user of the connection may read.
func TestConnectionCatalogShowsWhatTheUserMayRead(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		warehouseURL := pgtest.Database(t)
		role := "mr_" + strings.ToLower(rand.Text())
		execute(t, warehouseURL,
			`CREATE ROLE `+role+` LOGIN PASSWORD 'only mine'`, `CREATE SCHEMA own AUTHORIZATION `+role, `CREATE SCHEMA "PAY"`, `CREATE SCHEMA shared`,
			`GRANT USAGE ON SCHEMA shared TO `+role, `CREATE TABLE "PAY"."SALARY" (amount integer)`, `CREATE TABLE shared.hidden (amount integer)`,
			`CREATE TABLE shared."Prices" (id integer NOT NULL, cents numeric(9, 2), secret text)`, `GRANT SELECT (id, cents) ON shared."Prices" TO `+role,
			`CREATE VIEW own.shown AS SELECT 1 AS one`, `GRANT SELECT ON own.shown TO `+role)
		t.Cleanup(func() { execute(t, warehouseURL, `DROP SCHEMA own CASCADE`, `DROP OWNED BY `+role, `DROP ROLE `+role) })
		own, err := url.Parse(warehouseURL)
		if err != nil {
			t.Fatal("the database's URL does not parse")
		}
		own.User = url.UserPassword(role, "only mine")
		f := newPayroll(t, database, nil)
		workspace := f.Post(f.admin, workspacesPath, object{
			"project": f.NewProject(f.admin, "Prices"), "name": "Ann", "connection": f.newConnection(own.String()),
		}).Want(http.StatusCreated).Field("id")
		name := strings.TrimPrefix(own.Path, "/")
		for query, want := range map[string]string{
			"":                                     name,
			"?database=" + name:                    "own public shared",
			"?database=another":                    "",
			"?database=" + name + "&schema=own":    "shown",
			"?database=" + name + "&schema=shared": "Prices",
			"?database=" + name + "&schema=PAY":    "",
			"?database=" + name + "&schema=shared&table=Prices": "id cents",
			"?database=" + name + "&schema=PAY&table=SALARY":    "",
		} {
			var got struct {
				Entries []struct{ Name, DataType string }
			}
			f.Get(f.admin, workspacesPath+"/"+workspace+"/catalog"+query).Want(http.StatusOK).JSON(&got)
			var names []string
			for _, entry := range got.Entries {
				names = append(names, entry.Name)
			}
			if listed := strings.Join(names, " "); listed != want {
				t.Errorf("%s lists %q, want %q", query, listed, want)
			}
		}
	})
}
