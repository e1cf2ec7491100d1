package contract_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const (
	clients = 100
	rounds  = 3
)

// concurrentClients are a hundred clients of one deployment, and what they observed.
type concurrentClients struct {
	t       *testing.T
	servers deployment
	token   string
	project string

	mu      sync.Mutex
	given   map[string]int    // how often an id was assigned
	kept    map[string]string // name by id of what must exist at the end
	deleted map[string]bool
}

// A hundred clients create, list and delete concurrently: no write is lost, no id is assigned twice, the server returns
// no internal error, and at the end exactly the objects exist that were not deleted.
func TestHundredConcurrentClients(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		for _, server := range d {
			transport := &http.Transport{MaxIdleConnsPerHost: clients}
			t.Cleanup(transport.CloseIdleConnections)
			server.Transport = transport
		}
		admin := d.first().AdminToken()
		c := &concurrentClients{
			t: t, servers: d, token: admin, project: d.first().NewProject(admin, "Orders"),
			given: map[string]int{}, kept: map[string]string{}, deleted: map[string]bool{},
		}
		var all sync.WaitGroup
		for client := range clients {
			all.Go(func() { c.client(client) })
		}
		all.Wait()
		for _, server := range d {
			c.wantInTheEnd(server)
		}
	})
}

// client works in rounds, each on another server than the one before: create two, read both, delete one, read again.
func (c *concurrentClients) client(number int) {
	for round := range rounds {
		server := c.servers[(number+round)%len(c.servers)]
		other := c.servers[(number+round+1)%len(c.servers)]
		name := fmt.Sprintf("client %d round %d", number, round)
		stays, goes := c.create(server, name+" stays"), c.create(server, name+" goes")
		if stays == "" || goes == "" {
			return // already reported
		}
		// A write that one server acknowledged is visible on the other at once.
		if listed := c.list(other); listed[stays] != name+" stays" || listed[goes] != name+" goes" {
			c.t.Errorf("%s is not listed after it was created: %q, %q", name, listed[stays], listed[goes])
		}
		c.delete(other, goes)
		c.do(server, get(environmentsPath+"/"+goes), http.StatusNotFound)
	}
}

func (c *concurrentClients) do(server *apptest.Platform, request apptest.Request, status int) apptest.Response {
	request.Token = c.token
	response, err := server.Try(request)
	if err != nil || response.Status != status {
		c.t.Errorf("%s %s: %d %v, want %d: %s", request.Method, request.Path, response.Status, err, status, shortened(response.Body))
	}
	return response
}

func (c *concurrentClients) create(server *apptest.Platform, name string) string {
	response := c.do(server, post(environmentsPath, object{"project": c.project, "name": name}), http.StatusCreated)
	var made struct{ ID string }
	if json.Unmarshal(response.Body, &made) != nil || made.ID == "" {
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given[made.ID]++
	c.kept[made.ID] = name
	return made.ID
}

func (c *concurrentClients) delete(server *apptest.Platform, id string) {
	if c.do(server, del(environmentsPath+"/"+id), http.StatusNoContent).Status != http.StatusNoContent {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.kept, id)
	c.deleted[id] = true
}

// list returns the names of all environments by id.
func (c *concurrentClients) list(server *apptest.Platform) map[string]string {
	var body struct {
		Data []struct{ ID, Name string }
	}
	if err := json.Unmarshal(c.do(server, get(environmentsPath), http.StatusOK).Body, &body); err != nil {
		c.t.Error(err)
	}
	names := map[string]string{}
	for _, environment := range body.Data {
		if _, twice := names[environment.ID]; twice {
			c.t.Errorf("environment %s is listed twice", environment.ID)
		}
		names[environment.ID] = environment.Name
	}
	return names
}

func (c *concurrentClients) wantInTheEnd(server *apptest.Platform) {
	c.t.Helper()
	if len(c.given) != clients*rounds*2 || len(c.deleted) != clients*rounds {
		c.t.Errorf("%d ids were given and %d deleted", len(c.given), len(c.deleted))
	}
	for id, times := range c.given {
		if times != 1 {
			c.t.Errorf("id %s was given %d times", id, times)
		}
	}
	if got := c.list(server); !maps.Equal(got, c.kept) {
		c.t.Errorf("%d environments are there, %d should be: %v", len(got), len(c.kept), difference(got, c.kept))
	}
}

func difference(got, want map[string]string) []string {
	var different []string
	for id, name := range want {
		if got[id] != name {
			different = append(different, "lost "+id+" "+name)
		}
	}
	for id, name := range got {
		if _, wanted := want[id]; !wanted {
			different = append(different, "left "+id+" "+name)
		}
	}
	slices.Sort(different)
	return different
}

// Two administrators who repeatedly change themselves and each other do not block each other for long.
func TestConcurrentAdministratorUpdates(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		first := d.first().AdminToken()
		second := d.first().NewPerson(first, "second@example.com", "administrator")
		people := map[string]string{d.first().Me(first).User.ID: first, second.ID: second.Token}
		var all sync.WaitGroup
		for _, token := range people {
			for of := range people {
				for _, server := range d {
					all.Go(func() { renameAgainAndAgain(t, server, token, of) })
				}
			}
		}
		all.Wait()
	})
}

func renameAgainAndAgain(t *testing.T, server *apptest.Platform, token, user string) {
	t.Helper()
	for round := range 5 {
		request := patch("/api/v1/users/"+user, object{"firstName": fmt.Sprintf("round %d", round)})
		request.Token = token
		response, err := server.Try(request)
		if err != nil || response.Status != http.StatusOK {
			t.Errorf("%d %v: %s", response.Status, err, response.Body)
		}
	}
}
