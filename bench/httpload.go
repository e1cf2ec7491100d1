package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// get loads one path of a server and returns responses per second.
func (b *bench) get(address, path, token string) (float64, error) {
	result, err := load(b.ctx, loadOrder{
		Address: address, Requests: [][]byte{getRequest(address, path, token)}, Connections: connections, Duration: b.load,
	})
	if err != nil {
		return 0, err
	}
	return result.rate(), nil
}

// serveBare serves the same bytes without the platform, to measure what net/http itself can do on this machine.
func serveBare(body []byte) (address string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	return listener.Addr().String(), func() error {
		err := server.Close()
		if served := <-done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}

// throughput is the platform's rate in responses per second, and its ratio to the rate of a bare handler.
type throughput struct {
	ratio, rate float64
}

// compareWithBareHandler loads the platform and a bare handler that writes the same bytes, in turn.
func (b *bench) compareWithBareHandler(p *platform, path, token string) (_ throughput, err error) {
	body, err := fetch(p.app.BaseURL+path, token)
	if err != nil {
		return throughput{}, err
	}
	bareAddress, stop, err := serveBare(body)
	if err != nil {
		return throughput{}, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var rates, bareRates []float64
	for round := range b.rounds {
		err := inTurn(round, func() error {
			rate, err := b.get(bareAddress, path, token)
			bareRates = append(bareRates, rate)
			return err
		}, func() error {
			rate, err := b.get(p.app.Address(), path, token)
			rates = append(rates, rate)
			return err
		})
		if err != nil {
			return throughput{}, err
		}
	}
	b.note("requests/s, platform and bare handler", fmt.Sprintf("%.0f and %.0f, %d bytes each", median(rates), median(bareRates), len(body)))
	return throughput{median(quotients(rates, bareRates)), median(rates)}, nil
}

// fetch returns the body of one response. It returns an error if the status is not 200.
func fetch(url, token string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return body, err
}
