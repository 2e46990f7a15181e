"""A solver in a process of its own, as a script: it reads a model and writes the solution."""

SOLVER = """
import sys
import highspy
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.readModel(sys.argv[1])
solver.run()
solver.writeSolution(sys.argv[2], 0)
"""
