"""A room: phones answer a lecture's questions, and the answers stand beside the figure."""
