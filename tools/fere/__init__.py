"""The battle of Fère-Champenoise, made with the tools of the editor."""
