const wanted: number = ;
