package main

import (
	"fmt"
	"os"
)

type Line struct {
	Name     string
	Quantity int
}

func cost(line Line) int {
	price := len(line.Name) // @price
	return price * line.Quantity
}

func main() {
	lines := []Line{{"apple", 3}, {"pear", 2}}
	sum := 0
	for _, line := range lines {
		sum += cost(line) // @sum
	}
	fmt.Println("total", sum) // @print
	os.Exit(len(os.Args))
}
