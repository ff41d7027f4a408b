"""How each event is told, a file for each file of `hexwar.systems.nlc.events`."""
