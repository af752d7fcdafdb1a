"""Prints clear skies of SPECTRL2 as a table of spectra. See skies-of-spectrl2."""
import itertools

import numpy
import pvlib

# The model has 122 wavelengths, about 10 nm apart in the visible.
WAVES = numpy.arange(360, 831, 5)
ZENITHS = (0, 40, 60, 70, 78, 84)  # of the sun, in degrees
TURBIDITIES = (0.05, 0.15, 0.4)  # of aerosols at 500 nm: clear, usual, hazy
WATERS = (0.5, 2.5)  # precipitable, in cm
OZONE = 0.31  # atm-cm
ALBEDO = 0.2  # of the ground
PRESSURE = 101325  # Pa

columns = []
for turbidity, water, zenith in itertools.product(TURBIDITIES, WATERS, ZENITHS):
    sky = pvlib.spectrum.spectrl2(
        apparent_zenith=zenith, aoi=zenith, surface_tilt=0, ground_albedo=ALBEDO, surface_pressure=PRESSURE,
        relative_airmass=pvlib.atmosphere.get_relative_airmass(zenith), precipitable_water=water, ozone=OZONE,
        aerosol_turbidity_500nm=turbidity, dayofyear=100)
    waves = sky["wavelength"]
    for name, part in (("sun and sky", "poa_global"), ("sky alone", "dhi"), ("sun alone", "dni")):
        power = numpy.interp(WAVES, waves, numpy.asarray(sky[part]).reshape(len(waves)))
        columns.append((f"{name}/daylight/turbidity {turbidity} water {water} zenith {zenith}", power))

print("wavelength," + ",".join(name for name, _ in columns))
for index, wave in enumerate(WAVES):
    print(f"{wave}," + ",".join(f"{power[index]:.6g}" for _, power in columns))
