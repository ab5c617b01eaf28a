"""Forms about wastewater systems that the desk and the portal share."""
