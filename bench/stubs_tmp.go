package main
func measurePath(*bench) error { return nil }
func measurePlot(*bench) error { return nil }
