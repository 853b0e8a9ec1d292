const wanted = ;
