package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// list is a flag that may occur several times.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "identityprovider:", err)
		os.Exit(1)
	}
}

func run() error {
	var redirects list
	listen := flag.String("listen", "127.0.0.1:0", "address of the OpenID provider")
	clientID := flag.String("client-id", "millrace", "id of the only client")
	clientSecret := flag.String("client-secret", "secret", "secret of the only client")
	flag.Var(&redirects, "redirect-uri", "redirect URI of the client; may occur several times")
	flag.Parse()

	openID, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	samlListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	issuer, samlURL := "http://"+openID.Addr().String(), "http://"+samlListener.Addr().String()
	people := newPeople()
	client := storage.WebClient(*clientID, *clientSecret, redirects...)
	store := newStore(people, map[string]*storage.Client{*clientID: client})
	saml, err := newSAML(samlURL)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	router := exampleop.SetupServer(issuer, store, logger, false, op.WithAllowInsecure())
	router.Post("/control", control{people: people, store: store, saml: saml}.ServeHTTP)

	failed := make(chan error, 2)
	for listener, handler := range map[net.Listener]http.Handler{openID: router, samlListener: saml} {
		server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
		go func() { failed <- server.Serve(listener) }()
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]string{"issuer": issuer, "saml": samlURL + "/metadata"}); err != nil {
		return err
	}
	return <-failed
}
